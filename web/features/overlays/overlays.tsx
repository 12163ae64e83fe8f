import { Eye, Inbox, PanelsTopLeft, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryOf, useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useList, useSend } from '../../lib/query.ts';
import { navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { DisabledBadge, useOwnerColumns, useStatusItem } from '../../ui/take-down.tsx';
import { Time } from '../../ui/time.tsx';
import { OverlayFactsPanel } from './overlay-facts.tsx';
import type { OverlayDetails } from './overlay-form.ts';
import { OverlaySheet } from './overlay-sheet.tsx';

/** Lists the account's overlays. */
export function Screen() {
  const t = useTexts('overlays');
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useState<OverlayDetails | 'new'>();
  const [overlayToDelete, setOverlayToDelete] = useState<OverlayDetails>();
  const [shown, setShown] = useState<OverlayDetails>();
  const allUsers = useAllUsers();
  const list = useList('GET /api/overlay', { query: { q: useDebounced(q), ...queryOf(allUsers) } });
  const statusItem = useStatusItem('PUT /api/overlay/:id/update', 'GET /api/overlay');
  const words = useTexts('take-down');
  const ownerColumns = useOwnerColumns<OverlayDetails>();
  const drop = useSend('DELETE /api/overlay/:id/delete', { refreshes: ['GET /api/overlay'] });

  function remove(overlay: OverlayDetails): void {
    const { id, name, responses } = overlay;
    if (responses > 0) {
      setOverlayToDelete(overlay);
      return;
    }
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/overlay/:id/delete', list: 'GET /api/overlay', ids: [id], ...words });
  }

  const nameColumn: TableColumn<OverlayDetails> = {
    name: t.name,
    width: 'minmax(0, 1.6fr)',
    phone: 'title',
    cell: (overlay) => (
      <span className="line">
        <b className="cut">{overlay.name}</b>
        {!allUsers.isAll && <DisabledBadge row={overlay} />}
      </span>
    ),
  };
  const created: TableColumn<OverlayDetails> = {
    name: t.created,
    width: '120px',
    cell: ({ date }) => <Time value={date} />,
  };
  const columns: TableColumn<OverlayDetails>[] = [
    nameColumn,
    { name: t.type, phone: 'under', cell: ({ type }) => <Badge>{t.types[type]}</Badge> },
    { name: t.position, cell: ({ position }) => t.positions[position] },
    {
      name: t.responses,
      width: '104px',
      isNumber: true,
      phone: 'side',
      cell: ({ responses }) => format.number(responses),
    },
    created,
  ];

  return (
    <ListScreen
      texts={t}
      icon={PanelsTopLeft}
      list={list}
      columns={allUsers.isAll ? [nameColumn, ...ownerColumns, created] : columns}
      allUsers={allUsers}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      onOpen={allUsers.isAll ? setShown : setOpen}
      actions={(overlay) => (
        <Menu
          items={[
            ...(allUsers.isAll
              ? [{ name: words.show, icon: Eye, run: () => setShown(overlay) }]
              : [
                  { name: t.edit, icon: Pencil, isChange: true, run: () => setOpen(overlay) },
                  { name: t.showResponses, icon: Inbox, run: () => navigate(`/overlays/${overlay.id}`) },
                ]),
            ...statusItem(overlay),
            { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(overlay) },
          ]}
        />
      )}
    >
      {shown && <OverlayFactsPanel overlay={shown} onClose={() => setShown(undefined)} />}
      {open && <OverlaySheet id={open === 'new' ? undefined : open.id} onClose={() => setOpen(undefined)} />}
      {overlayToDelete && (
        <ConfirmDelete
          title={t.deleteTitle({ name: overlayToDelete.name })}
          onClose={() => setOverlayToDelete(undefined)}
          onConfirm={async () => {
            await drop.mutateAsync({ params: { id: overlayToDelete.id } });
            showToast(t.deleted({ name: overlayToDelete.name }));
          }}
        >
          {t.deleteText({ count: overlayToDelete.responses })}
        </ConfirmDelete>
      )}
    </ListScreen>
  );
}
