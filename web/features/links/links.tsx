import { Copy, Download, ExternalLink, Eye, Link2, Pencil, QrCode, Share2, Trash2, Upload } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import { useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { type RowOf, useList } from '../../lib/query.ts';
import { navigate, useSearchParam, useSheetParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ShareDialog } from '../../ui/share-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { AllUsersSelect, useStatusItem } from '../../ui/take-down.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { FilterPanel, LinkFilterChips } from './filter-tools.tsx';
import { useLinkColumns } from './link-columns.tsx';
import { type ListOrder, linkOrders, orderQuery, readOrder } from './link-order.ts';
import { LinkQr } from './link-qr.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { exportUrl, type LinkQuery } from './matching-links.ts';
import { QuickCreate } from './quick-create.tsx';
import { useLinkFilters } from './use-link-filters.ts';
import { useLiveClicks } from './use-live-clicks.ts';

type Row = RowOf<'GET /api/urls'>;

function openLink({ id }: Row): void {
  navigate(`/links/${id}`);
}

/** Which form `edit` in the URL opens: `new`, `alias-CODE` or `alias-CODE@DOMAIN`, `copy-ID`, or the id of a link. */
function sheetOf(edit: string): { id?: string; copyOf?: string; alias?: string; domain?: string } {
  if (edit === 'new') return {};
  const [, alias, domain = ''] = /^alias-([\w-]+)(?:@(.+))?$/.exec(edit) ?? [];
  if (alias !== undefined) return { alias, domain };
  const [, copyOf] = /^copy-(.+)$/.exec(edit) ?? [];
  return copyOf === undefined ? { id: edit } : { copyOf };
}

/** Lists the account's links. */
export function Screen() {
  const t = useTexts('links');
  const sharing = useTexts('sharing');
  const [q, setQ] = useSearchParam('q');
  const [orderText, setOrder] = useSearchParam('order');
  const order = readOrder(orderText);
  const [edit, setEdit] = useSheetParam('edit');
  const [typedUrl, setTypedUrl] = useState('');
  const filters = useLinkFilters();
  const allUsers = useAllUsers();
  const { isAll } = allUsers;
  const statusItem = useStatusItem('PUT /api/url/:id/update', 'GET /api/urls');
  const selection = useSelection();
  const isPhone = useIsPhone();
  const [dialog, setDialog] = useState<{ kind: 'qr' | 'share'; row: Row }>();
  const debounced = useDebounced(q);
  const query = useMemo(() => {
    // A word after # is an exact tag.
    const [, tag] = /^#(.+)$/.exec(debounced.trim()) ?? [];
    const search = tag ? { tag } : { q: debounced };
    return { ...search, ...filters.values, ...orderQuery(order, isAll), ...(isAll && { all: '1' }) } as LinkQuery;
  }, [debounced, filters, order, isAll]);
  const list = useList('GET /api/urls', { query });
  const isNarrowed = q !== '' || Object.keys(filters.values).length > 0;
  useLiveClicks();
  useAction({ id: 'import', name: t.importFrom, words: 'csv', isChange: true, run: () => navigate('/links/import') });

  const { clear } = selection;
  const queryKey = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that a new query hides must not stay selected.
  useEffect(clear, [queryKey]);

  const remove = useCallback(
    (ids: number[], said: string) => {
      clear();
      const endpoint = { endpoint: 'DELETE /api/url/:id/delete', many: 'POST /api/urls/delete' } as const;
      deleteWithUndo({ ...endpoint, list: 'GET /api/urls', ids, said, undo: t.undo, failed: describeError });
    },
    [clear, t],
  );

  const columns = useLinkColumns({ isAll, order, setOrder });
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
              ...(isAll
                ? []
                : [
                    { name: t.qr, icon: QrCode, run: () => setDialog({ kind: 'qr', row }) },
                    { name: sharing.share, icon: Share2, isChange: true, run: () => setDialog({ kind: 'share', row }) },
                    { name: t.edit, icon: Pencil, isChange: true, run: () => setEdit(String(id)) },
                    { name: t.duplicate, icon: Copy, isChange: true, run: () => setEdit(`copy-${id}`) },
                  ]),
              ...statusItem(row),
              {
                name: t.delete,
                icon: Trash2,
                isDanger: true,
                isChange: true,
                run: () => remove([id], t.deleted({ name: withoutScheme(shorturl) })),
              },
            ]}
          />
        </>
      );
    },
    [t, sharing, isAll, statusItem, setEdit, remove],
  );

  return (
    <Page
      title={t.title}
      actions={<QuickCreate url={typedUrl} onUrl={setTypedUrl} onEdit={setEdit} />}
      tools={
        <>
          <SearchField label={t.search} value={q} onChange={setQ} />
          <FilterPanel filters={filters} />
          <AllUsersSelect allUsers={allUsers} />
          {/* Elsewhere, the headings of the columns sort. */}
          {isPhone && (
            <FilterSelect<ListOrder>
              label={t.order.label}
              value={order}
              onChange={setOrder}
              options={linkOrders.map((value) => ({ value, label: t.order[value || 'newest'] }))}
            />
          )}
          <ButtonLink to="/links/import" icon={Upload} kind="quiet" isChange>
            {t.import}
          </ButtonLink>
          {list.total > 0 && (
            <a className="button quiet" href={exportUrl(query)} download>
              <Download size={16} aria-hidden />
              {t.export}
            </a>
          )}
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
                <>
                  <ButtonLink to="/links/import" icon={Upload} isChange>
                    {t.importFrom}
                  </ButtonLink>
                  <RoleNote />
                </>
              }
            >
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      <BulkActions selection={selection} list={list} query={query} onDelete={remove} />
      {dialog?.kind === 'qr' && <LinkQr {...dialog.row} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'share' && (
        <ShareDialog noun="url" id={String(dialog.row.id)} onClose={() => setDialog(undefined)} />
      )}
      {edit && (
        <LinkSheet
          key={edit}
          {...sheetOf(edit)}
          url={typedUrl}
          onCreated={() => setTypedUrl('')}
          onClose={() => setEdit('')}
        />
      )}
    </Page>
  );
}
