import { AppWindow, Eye, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryOf, useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { ownPath } from '../../lib/own-path.ts';
import { useList } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FactsDialog } from '../../ui/facts-dialog.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { DisabledBadge, useOwnerColumns, useStatusItem } from '../../ui/take-down.tsx';
import { Time } from '../../ui/time.tsx';
import type { SplashPageDetails } from './splash-form.ts';
import { SplashSheet } from './splash-sheet.tsx';

/** Lists the account's splash pages. */
export function Screen() {
  const t = useTexts('splash');
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useState<SplashPageDetails | 'new'>();
  const [shown, setShown] = useState<SplashPageDetails>();
  const allUsers = useAllUsers();
  const list = useList('GET /api/splash', { query: { q: useDebounced(q), ...queryOf(allUsers) } });
  const statusItem = useStatusItem('PUT /api/splash/:id/update', 'GET /api/splash');
  const words = useTexts('take-down');
  const ownerColumns = useOwnerColumns<SplashPageDetails>();

  function remove({ id, name }: SplashPageDetails): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/splash/:id/delete', list: 'GET /api/splash', ids: [id], ...words });
  }

  const nameColumn: TableColumn<SplashPageDetails> = {
    name: t.name,
    phone: 'title',
    cell: (page) => (
      <span className="line">
        <b className="cut">{page.name}</b>
        {!allUsers.isAll && <DisabledBadge row={page} />}
      </span>
    ),
  };
  const created: TableColumn<SplashPageDetails> = {
    name: t.created,
    width: '120px',
    cell: ({ date }) => <Time value={date} />,
  };
  const columns: TableColumn<SplashPageDetails>[] = [
    nameColumn,
    { name: t.heading, phone: 'under', cell: ({ title }) => <span className="cut quiet">{title || '–'}</span> },
    {
      name: t.countdown,
      width: '104px',
      phone: 'side',
      cell: ({ seconds }) => (seconds === 0 ? t.waitsForClick : t.afterSeconds({ count: seconds })),
    },
    created,
  ];

  return (
    <ListScreen
      texts={t}
      icon={AppWindow}
      list={list}
      columns={allUsers.isAll ? [nameColumn, ...ownerColumns, created] : columns}
      allUsers={allUsers}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      onOpen={allUsers.isAll ? setShown : setOpen}
      actions={(page) => (
        <Menu
          items={[
            allUsers.isAll
              ? { name: words.show, icon: Eye, run: () => setShown(page) }
              : { name: t.edit, icon: Pencil, isChange: true, run: () => setOpen(page) },
            ...statusItem(page),
            { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(page) },
          ]}
        />
      )}
    >
      {shown && (
        <FactsDialog
          title={shown.name}
          facts={[
            [t.heading, shown.title],
            [t.text, shown.text],
            [t.button, shown.button],
            [t.picture, shown.picture_url && <img src={ownPath(shown.picture_url)} alt="" width={240} />],
            [t.logo, shown.logo_url && <img src={ownPath(shown.logo_url)} alt="" width={96} />],
          ]}
          onClose={() => setShown(undefined)}
        />
      )}
      {open && <SplashSheet page={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </ListScreen>
  );
}
