import { ChartNoAxesColumn, ExternalLink, Pencil, SquareUserRound, Trash2 } from 'lucide-react';
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
import type { Column } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { bioTexts } from './bio.texts.ts';

type Row = RowOf<'GET /api/bio'>;

/** The bio pages of the account. */
export function Screen() {
  const t = useTexts(bioTexts);
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const list = useList('GET /api/bio', { query: { q: useDebounced(q) } });

  function remove({ id, name }: Row): void {
    const words = { said: t.deleted(name), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/bio/:id/delete', list: 'GET /api/bio', ids: [id], ...words });
  }

  const columns: Column<Row>[] = [
    {
      name: t.name,
      phone: 'title',
      cell: ({ id, name, status }) => (
        <span className="line">
          <Link to={`/bio/${id}`} className="cut bio-name" tabIndex={-1}>
            {name}
          </Link>
          {status === 'draft' && <Badge tone="caution">{t.draft}</Badge>}
        </span>
      ),
    },
    {
      name: t.address,
      phone: 'under',
      cell: ({ link }) => <span className="cut quiet">{link.replace(/^https?:\/\//, '')}</span>,
    },
    { name: t.theme, width: '104px', cell: ({ theme }) => t.themes[theme][0] },
    { name: t.views, width: '88px', isNumber: true, phone: 'side', cell: ({ views }) => format.number(views) },
    { name: t.created, width: '104px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={SquareUserRound}
      list={list}
      columns={columns}
      search={q}
      onSearch={setQ}
      onAdd="/bio/new"
      onOpen={({ id }) => navigate(`/bio/${id}`)}
      actions={(row) => (
        <>
          <CopyButton text={row.link} label={t.copy} />
          <Menu
            items={[
              { name: t.edit, icon: Pencil, run: () => navigate(`/bio/${row.id}`) },
              { name: t.statistics, icon: ChartNoAxesColumn, run: () => navigate(`/bio/${row.id}/statistics`) },
              { name: t.open, icon: ExternalLink, run: () => void open(row.link, '_blank', 'noreferrer') },
              { name: t.delete, icon: Trash2, isDanger: true, run: () => remove(row) },
            ]}
          />
        </>
      )}
    />
  );
}
