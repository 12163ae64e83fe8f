import { ExternalLink, Eye, Link2, Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { send } from '../../lib/api.ts';
import { useBulk } from '../../lib/bulk.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, refresh, useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { linkTexts } from './links.texts.ts';
import { QuickCreate } from './quick-create.tsx';
import { withoutScheme } from './short-name.ts';
import { useLiveClicks } from './use-live-clicks.ts';

type Row = RowOf<'GET /api/urls'>;
type Status = '' | 'active' | 'disabled';
type Order = '' | 'click';

function Target({ longurl }: { longurl: string }): ReactNode {
  const { host, pathname, search } = new URL(longurl);
  const rest = `${pathname}${search}`;
  return (
    <span className="cut quiet" title={longurl}>
      <span className="links-host">{host}</span>
      {rest === '/' ? '' : rest}
    </span>
  );
}

/** The links of the account. */
export function Screen() {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status') as [Status, (value: Status) => void];
  const [order, setOrder] = useSearchParam('order') as [Order, (value: Order) => void];
  const [edit, setEdit] = useSearchParam('edit');
  const selection = useSelection();
  const bulk = useBulk();
  const settled = useDebounced(q);
  // A word behind # is a tag as a whole.
  const [, tag] = /^#(.+)$/.exec(settled.trim()) ?? [];
  const list = useList('GET /api/urls', { query: { ...(tag ? { tag } : { q: settled }), status, order } });
  const isNarrowed = q !== '' || status !== '';
  useLiveClicks();

  function remove(ids: number[], said: string): void {
    selection.clear();
    const words = { said, undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/url/:id/delete', list: 'GET /api/urls', ids, ...words });
  }

  async function setStates(state: 'active' | 'disabled'): Promise<void> {
    const chosen = list.rows.filter(({ id }) => selection.ids.has(id));
    const failures = await bulk.run(chosen, ({ id, longurl }) =>
      send('PUT /api/url/:id/update', { params: { id }, body: { url: longurl, status: state } }),
    );
    await refresh('GET /api/urls', 'GET /api/url/:id');
    selection.clear();
    const [first] = failures;
    if (first) showToast(t.failedSome(format.number(failures.length), describeError(first)), { kind: 'failed' });
    else showToast(t.changed(format.number(chosen.length)));
  }

  const columns: Column<Row>[] = [
    {
      name: t.short,
      phone: 'title',
      cell: ({ id, shorturl }) => (
        <Link to={`/links/${id}`} className="cut links-short" tabIndex={-1}>
          {withoutScheme(shorturl)}
        </Link>
      ),
    },
    { name: t.target, width: 'minmax(0, 1.6fr)', phone: 'under', cell: Target },
    { name: t.clicks, width: '88px', isNumber: true, phone: 'side', cell: ({ clicks }) => format.number(clicks) },
    { name: t.created, width: '104px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <Page
      title={t.title}
      actions={<QuickCreate onEdit={setEdit} />}
      tools={
        <>
          <SearchField label={t.search} value={q} onChange={setQ} />
          <FilterSelect<Status>
            label={t.status.label}
            value={status}
            onChange={setStatus}
            options={[
              { value: '', label: t.status.all },
              { value: 'active', label: t.status.active },
              { value: 'disabled', label: t.status.disabled },
            ]}
          />
          <FilterSelect<Order>
            label={t.order.label}
            value={order}
            onChange={setOrder}
            options={[
              { value: '', label: t.order.date },
              { value: 'click', label: t.order.click },
            ]}
          />
        </>
      }
    >
      <Table
        label={t.title}
        list={list}
        columns={columns}
        selection={selection}
        onOpen={({ id }) => navigate(`/links/${id}`)}
        actions={({ id, shorturl }) => (
          <>
            <CopyButton text={shorturl} label={t.copy} />
            <Menu
              items={[
                { name: t.open, icon: ExternalLink, run: () => void open(shorturl, '_blank', 'noopener') },
                { name: t.preview, icon: Eye, run: () => void open(`${shorturl}+`, '_blank', 'noopener') },
                { name: t.edit, icon: Pencil, run: () => setEdit(String(id)) },
                {
                  name: t.delete,
                  icon: Trash2,
                  isDanger: true,
                  run: () => remove([id], t.deleted(withoutScheme(shorturl))),
                },
              ]}
            />
          </>
        )}
        empty={
          isNarrowed ? (
            <NothingFound />
          ) : (
            <EmptyState icon={Link2} title={t.empty} example={t.example}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      <BulkBar selection={selection} progress={bulk.progress}>
        <Button icon={Power} onClick={() => void setStates('active')}>
          {t.enable}
        </Button>
        <Button icon={PowerOff} onClick={() => void setStates('disabled')}>
          {t.disable}
        </Button>
        <Button
          icon={Trash2}
          onClick={() => remove([...selection.ids], t.deletedMany(format.number(selection.ids.size)))}
        >
          {t.delete}
        </Button>
      </BulkBar>
      {edit && <LinkSheet key={edit} id={edit === 'new' ? undefined : edit} onClose={() => setEdit('')} />}
    </Page>
  );
}
