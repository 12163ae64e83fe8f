import { Megaphone, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useList } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { type CampaignItem, CampaignSheet } from './campaign-sheet.tsx';

/** Lists the account's campaigns. */
export function Screen() {
  const t = useTexts('campaigns');
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useState<CampaignItem | 'new'>();
  const list = useList('GET /api/campaigns', { query: { q: useDebounced(q) } });

  function remove({ id, name }: CampaignItem): void {
    const words = { said: t.deleted({ name: name || t.unnamed }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/campaign/:id/delete', list: 'GET /api/campaigns', ids: [id], ...words });
  }

  const columns: TableColumn<CampaignItem>[] = [
    {
      name: t.name,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: ({ id, name }) => (
        <Link to={`/campaigns/${id}`} className="cut campaigns-name" tabIndex={-1}>
          {name || t.unnamed}
        </Link>
      ),
    },
    {
      name: t.state,
      phone: 'under',
      cell: (row) => <Badge tone={row.public ? 'success' : 'plain'}>{row.public ? t.public : t.private}</Badge>,
    },
    { name: t.links, width: '88px', isNumber: true, cell: ({ links }) => format.number(links) },
    { name: t.clicks, width: '96px', isNumber: true, phone: 'side', cell: ({ clicks }) => format.number(clicks) },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={Megaphone}
      list={list}
      columns={columns}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      onOpen={({ id }) => navigate(`/campaigns/${id}`)}
      actions={(campaign) => (
        <>
          <CopyButton text={campaign.rotator || campaign.list} label={campaign.rotator ? t.copyRotator : t.copyList} />
          <Menu
            items={[
              { name: t.edit, icon: Pencil, isChange: true, run: () => setOpen(campaign) },
              { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(campaign) },
            ]}
          />
        </>
      )}
    >
      {open && (
        <CampaignSheet
          campaign={open === 'new' ? undefined : open}
          onMade={(id) => navigate(`/campaigns/${id}`)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ListScreen>
  );
}
