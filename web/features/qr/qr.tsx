import { ChartNoAxesColumn, Pencil, Plus, QrCode, Trash2 } from 'lucide-react';
import { useAction } from '../../lib/actions.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { DownloadMenu } from './downloads.tsx';
import { qrTexts } from './qr.texts.ts';
import { pictureOf } from './saved-codes.ts';

type Row = RowOf<'GET /api/qr'>;
type Order = '' | 'scans';

const THUMBNAIL_PX = 96;

/** The QR codes of the account. */
export function Screen() {
  const t = useTexts(qrTexts);
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [order, setOrder] = useSearchParam('order') as [Order, (value: Order) => void];
  const list = useList('GET /api/qr', { query: { q: useDebounced(q), order } });
  const isBare = list.rows.length === 0 && q === '';

  function remove({ id, name }: Row): void {
    const words = { said: t.deleted(name), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/qr/:id/delete', list: 'GET /api/qr', ids: [id], ...words });
  }

  const columns: Column<Row>[] = [
    {
      name: t.name,
      phone: 'title',
      cell: (row) => (
        <span className="line">
          <img className="qr-thumbnail" src={pictureOf(row, '.png', THUMBNAIL_PX)} alt="" loading="lazy" />
          <Link to={`/qr/${row.id}`} className="cut qr-name" tabIndex={-1}>
            {row.name}
          </Link>
        </span>
      ),
    },
    { name: t.scans, width: '88px', isNumber: true, phone: 'side', cell: ({ scans }) => format.number(scans) },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  const add = (
    <ButtonLink kind="primary" icon={Plus} to="/qr/new">
      {t.add}
    </ButtonLink>
  );
  useAction({ id: 'add', name: t.add, keys: 'c', run: () => navigate('/qr/new') });

  return (
    <Page
      title={t.title}
      actions={!isBare && add}
      tools={
        !isBare && (
          <>
            <SearchField label={t.search} value={q} onChange={setQ} />
            <FilterSelect<Order>
              label={t.order.label}
              value={order}
              onChange={setOrder}
              options={[
                { value: '', label: t.order.date },
                { value: 'scans', label: t.order.scans },
              ]}
            />
          </>
        )
      }
    >
      <Table
        label={t.title}
        list={list}
        columns={columns}
        onOpen={({ id }) => navigate(`/qr/${id}`)}
        actions={(row) => (
          <>
            <DownloadMenu code={row} />
            <Menu
              items={[
                { name: t.edit, icon: Pencil, run: () => navigate(`/qr/${row.id}`) },
                { name: t.statistics, icon: ChartNoAxesColumn, run: () => navigate(`/qr/${row.id}/statistics`) },
                { name: t.delete, icon: Trash2, isDanger: true, run: () => remove(row) },
              ]}
            />
          </>
        )}
        empty={
          q ? (
            <NothingFound />
          ) : (
            <EmptyState icon={QrCode} title={t.empty} action={add} example={t.example}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
