import { ChartNoAxesColumn, Pencil, QrCode, Trash2 } from 'lucide-react';
import { queryOf, useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { DisabledBadge, useOwnerColumns, useStatusItem } from '../../ui/take-down.tsx';
import { Time } from '../../ui/time.tsx';
import { DownloadMenu } from './downloads.tsx';
import { pictureOf } from './saved-codes.ts';

type Row = RowOf<'GET /api/qr'>;
type Order = '' | 'scans';

const THUMBNAIL_PX = 96;

/** Lists the account's QR codes. */
export function Screen() {
  const t = useTexts('qr');
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [order, setOrder] = useSearchParam('order') as [Order, (value: Order) => void];
  const allUsers = useAllUsers();
  const list = useList('GET /api/qr', { query: { q: useDebounced(q), order, ...queryOf(allUsers) } });
  const statusItem = useStatusItem('PUT /api/qr/:id/update', 'GET /api/qr');
  const ownerColumns = useOwnerColumns<Row>();

  function remove({ id, name }: Row): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/qr/:id/delete', list: 'GET /api/qr', ids: [id], ...words });
  }

  const nameColumn: TableColumn<Row> = {
    name: t.name,
    phone: 'title',
    cell: (row) => (
      <span className="line">
        {row.status === 'disabled' ? (
          <QrCode className="qr-thumbnail quiet" aria-hidden />
        ) : (
          <img className="qr-thumbnail" src={pictureOf(row, '.png', THUMBNAIL_PX)} alt="" loading="lazy" />
        )}
        {allUsers.isAll ? (
          <b className="cut">{row.name}</b>
        ) : (
          <Link to={`/qr/${row.id}`} className="cut qr-name" tabIndex={-1}>
            {row.name}
          </Link>
        )}
        {!allUsers.isAll && <DisabledBadge row={row} />}
      </span>
    ),
  };
  const created: TableColumn<Row> = { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> };
  const columns: TableColumn<Row>[] = [
    nameColumn,
    { name: t.scans, width: '88px', isNumber: true, phone: 'side', cell: ({ scans }) => format.number(scans) },
    created,
  ];
  const orders = [
    { value: '' as const, label: t.order.date },
    { value: 'scans' as const, label: t.order.scans },
  ];

  return (
    <ListScreen
      texts={t}
      icon={QrCode}
      list={list}
      columns={allUsers.isAll ? [nameColumn, ...ownerColumns, created] : columns}
      allUsers={allUsers}
      search={q}
      onSearch={setQ}
      onAdd="/qr/new"
      filters={<FilterSelect<Order> label={t.order.label} value={order} onChange={setOrder} options={orders} />}
      onOpen={allUsers.isAll ? undefined : ({ id }) => navigate(`/qr/${id}`)}
      actions={(row) => (
        <>
          {row.status !== 'disabled' && <DownloadMenu code={row} />}
          <Menu
            items={[
              ...(allUsers.isAll
                ? []
                : [
                    { name: t.edit, icon: Pencil, isChange: true, run: () => navigate(`/qr/${row.id}`) },
                    { name: t.statistics, icon: ChartNoAxesColumn, run: () => navigate(`/qr/${row.id}/statistics`) },
                  ]),
              ...statusItem(row),
              { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(row) },
            ]}
          />
        </>
      )}
    />
  );
}
