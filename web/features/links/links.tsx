import { ExternalLink, Eye, Link2, Pencil, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useAction } from '../../lib/actions.ts';
import { useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { AllUsersSelect, useOwnerColumns, useStatusItem } from '../../ui/take-down.tsx';
import { Time } from '../../ui/time.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { FilterPanel, LinkFilterChips } from './filter-tools.tsx';
import { LinkSheet } from './link-sheet.tsx';
import type { LinkQuery } from './matching-links.ts';
import { QuickCreate } from './quick-create.tsx';
import { useLinkFilters } from './use-link-filters.ts';
import { useLiveClicks } from './use-live-clicks.ts';

type Row = RowOf<'GET /api/urls'>;
type Order = '' | 'click';

function Target({ longurl, title }: Row): ReactNode {
  const { host, pathname, search } = new URL(longurl);
  const rest = `${pathname}${search}`;
  return (
    <span className="links-target">
      {/* A link without a title is shown by its host. */}
      {title !== '' && title !== host && <span className="cut">{title}</span>}
      <span className="cut quiet" title={longurl}>
        <span className="links-host">{host}</span>
        {rest === '/' ? '' : rest}
      </span>
    </span>
  );
}

function openLink({ id }: Row): void {
  navigate(`/links/${id}`);
}

/** Lists the account's links. */
export function Screen() {
  const t = useTexts('links');
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [order, setOrder] = useSearchParam('order') as [Order, (value: Order) => void];
  const [edit, setEdit] = useSearchParam('edit');
  const filters = useLinkFilters();
  const allUsers = useAllUsers();
  const { isAll } = allUsers;
  const statusItem = useStatusItem('PUT /api/url/:id/update', 'GET /api/urls');
  const ownerColumns = useOwnerColumns<Row>();
  const selection = useSelection();
  const debounced = useDebounced(q);
  const query = useMemo(() => {
    // A word after # is an exact tag.
    const [, tag] = /^#(.+)$/.exec(debounced.trim()) ?? [];
    return { ...(tag ? { tag } : { q: debounced }), ...filters.values, order, ...(isAll && { all: '1' }) } as LinkQuery;
  }, [debounced, filters, order, isAll]);
  const list = useList('GET /api/urls', { query });
  const isNarrowed = q !== '' || Object.keys(filters.values).length > 0;
  useLiveClicks();
  useAction({ id: 'import', name: t.importFrom, words: 'csv', run: () => navigate('/links/import') });

  const { clear } = selection;
  const asked = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is out of sight must not stay chosen.
  useEffect(clear, [asked]);

  const remove = useCallback(
    (ids: number[], said: string) => {
      clear();
      const endpoint = { endpoint: 'DELETE /api/url/:id/delete', many: 'POST /api/urls/delete' } as const;
      deleteWithUndo({ ...endpoint, list: 'GET /api/urls', ids, said, undo: t.undo, failed: describeError });
    },
    [clear, t],
  );

  // Stable, so that typing in the search re-renders no row.
  const columns = useMemo(
    (): TableColumn<Row>[] => [
      {
        name: t.short,
        phone: 'title',
        cell: ({ id, shorturl }) =>
          isAll ? (
            <b className="cut">{withoutScheme(shorturl)}</b>
          ) : (
            <Link to={`/links/${id}`} className="cut links-short" tabIndex={-1}>
              {withoutScheme(shorturl)}
            </Link>
          ),
      },
      { name: t.destination, width: 'minmax(0, 1.6fr)', ...(!isAll && { phone: 'under' as const }), cell: Target },
      ...(isAll ? ownerColumns : []),
      {
        name: t.clicks,
        width: '88px',
        isNumber: true,
        ...(!isAll && { phone: 'side' as const }),
        cell: ({ clicks }) => format.number(clicks),
      },
      { name: t.created, width: '104px', cell: ({ date }) => <Time value={date} /> },
    ],
    [t, format, isAll, ownerColumns],
  );
  const actions = useCallback(
    (row: Row) => {
      const { id, shorturl } = row;
      return (
        <>
          <CopyButton text={shorturl} label={t.copy} />
          <Menu
            items={[
              { name: t.open, icon: ExternalLink, run: () => void open(shorturl, '_blank', 'noopener') },
              { name: t.preview, icon: Eye, run: () => void open(`${shorturl}+`, '_blank', 'noopener') },
              ...(isAll ? statusItem(row) : [{ name: t.edit, icon: Pencil, run: () => setEdit(String(id)) }]),
              {
                name: t.delete,
                icon: Trash2,
                isDanger: true,
                run: () => remove([id], t.deleted({ name: withoutScheme(shorturl) })),
              },
            ]}
          />
        </>
      );
    },
    [t, isAll, statusItem, setEdit, remove],
  );

  return (
    <Page
      title={t.title}
      actions={<QuickCreate onEdit={setEdit} />}
      tools={
        <>
          <SearchField label={t.search} value={q} onChange={setQ} />
          <FilterPanel filters={filters} />
          <AllUsersSelect allUsers={allUsers} />
          <FilterSelect<Order>
            label={t.order.label}
            value={order}
            onChange={setOrder}
            options={[
              { value: '', label: t.order.date },
              { value: 'click', label: t.order.click },
            ]}
          />
          <ButtonLink to="/links/import" icon={Upload} kind="quiet">
            {t.import}
          </ButtonLink>
        </>
      }
    >
      <LinkFilterChips filters={filters} />
      <Table
        label={t.title}
        list={list}
        columns={columns}
        selection={selection}
        onOpen={isAll ? undefined : openLink}
        actions={actions}
        empty={
          isNarrowed || isAll ? (
            <NothingFound />
          ) : (
            <EmptyState
              icon={Link2}
              title={t.empty}
              example={t.example}
              action={
                <ButtonLink to="/links/import" icon={Upload}>
                  {t.importFrom}
                </ButtonLink>
              }
            >
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      <BulkActions selection={selection} list={list} query={query} onDelete={remove} />
      {edit && <LinkSheet key={edit} id={edit === 'new' ? undefined : edit} onClose={() => setEdit('')} />}
    </Page>
  );
}
