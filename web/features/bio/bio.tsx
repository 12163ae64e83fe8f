import { ChartNoAxesColumn, ExternalLink, Pencil, SquareUserRound, Trash2 } from 'lucide-react';
import { queryOf, useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { DisabledBadge, useOwnerColumns, useStatusItem } from '../../ui/take-down.tsx';
import { Time } from '../../ui/time.tsx';

type Row = RowOf<'GET /api/bio'>;

/** Lists the account's bio pages. */
export function Screen() {
  const t = useTexts('bio');
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const allUsers = useAllUsers();
  const list = useList('GET /api/bio', { query: { q: useDebounced(q), ...queryOf(allUsers) } });
  const statusItem = useStatusItem('PUT /api/bio/:id/update', 'GET /api/bio');
  const ownerColumns = useOwnerColumns<Row>();

  function remove({ id, name }: Row): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/bio/:id/delete', list: 'GET /api/bio', ids: [id], ...words });
  }

  const nameColumn: TableColumn<Row> = {
    name: t.name,
    phone: 'title',
    cell: (row) => (
      <span className="line">
        {allUsers.isAll ? (
          <b className="cut">{row.name}</b>
        ) : (
          <Link to={`/bio/${row.id}`} className="cut bio-name" tabIndex={-1}>
            {row.name}
          </Link>
        )}
        {row.status === 'draft' && <Badge tone="caution">{t.draft}</Badge>}
        {!allUsers.isAll && <DisabledBadge row={row} />}
      </span>
    ),
  };
  const address: TableColumn<Row> = {
    name: t.address,
    cell: ({ link }) => <span className="cut quiet">{link.replace(/^https?:\/\//, '')}</span>,
  };
  const created: TableColumn<Row> = { name: t.created, width: '104px', cell: ({ date }) => <Time value={date} /> };
  const columns: TableColumn<Row>[] = [
    nameColumn,
    { ...address, phone: 'under' },
    { name: t.theme, width: '104px', cell: ({ theme }) => t.themes[theme].name },
    { name: t.views, width: '88px', isNumber: true, phone: 'side', cell: ({ views }) => format.number(views) },
    created,
  ];

  return (
    <ListScreen
      texts={t}
      icon={SquareUserRound}
      list={list}
      columns={allUsers.isAll ? [nameColumn, address, ...ownerColumns, created] : columns}
      allUsers={allUsers}
      search={q}
      onSearch={setQ}
      onAdd="/bio/new"
      onOpen={allUsers.isAll ? undefined : ({ id }) => navigate(`/bio/${id}`)}
      actions={(row) => (
        <>
          <CopyButton text={row.link} label={t.copy} />
          <Menu
            items={[
              ...(allUsers.isAll
                ? []
                : [
                    { name: t.edit, icon: Pencil, isChange: true, run: () => navigate(`/bio/${row.id}`) },
                    { name: t.statistics, icon: ChartNoAxesColumn, run: () => navigate(`/bio/${row.id}/statistics`) },
                  ]),
              // Visitors do not find a draft.
              ...(row.status === 'draft'
                ? []
                : [{ name: t.open, icon: ExternalLink, run: () => void open(row.link, '_blank', 'noreferrer') }]),
              ...statusItem(row),
              { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(row) },
            ]}
          />
        </>
      )}
    />
  );
}
