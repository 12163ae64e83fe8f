import { Pencil, Shapes, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { ColorSpot, StarButton } from './channel-badge.tsx';
import { type ChannelRow, ChannelSheet } from './channel-sheet.tsx';

/** Lists the account's channels. */
export function Screen() {
  const t = useTexts('channels');
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useState<ChannelRow | 'new'>();
  const list = useList('GET /api/channels', { query: { q: useDebounced(q) } });

  function remove({ id, name }: ChannelRow): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/channel/:id/delete', list: 'GET /api/channels', ids: [id], ...words });
  }

  const columns: TableColumn<ChannelRow>[] = [
    {
      name: t.name,
      phone: 'title',
      cell: ({ id, name, color }) => (
        <span className="line">
          <ColorSpot color={color} />
          <Link to={`/channels/${id}`} className="cut channels-name" tabIndex={-1}>
            {name}
          </Link>
        </span>
      ),
    },
    {
      name: t.description,
      width: 'minmax(0, 1.6fr)',
      phone: 'under',
      cell: ({ description }) => <span className="cut quiet">{description}</span>,
    },
    { name: t.starred, width: '80px', phone: 'side', cell: (channel) => <StarButton channel={channel} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={Shapes}
      list={list}
      columns={columns}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      onOpen={({ id }) => navigate(`/channels/${id}`)}
      actions={(channel) => (
        <Menu
          items={[
            { name: t.edit, icon: Pencil, isChange: true, run: () => setOpen(channel) },
            { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(channel) },
          ]}
        />
      )}
    >
      {open && (
        <ChannelSheet
          channel={open === 'new' ? undefined : open}
          onMade={(id) => navigate(`/channels/${id}`)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ListScreen>
  );
}
