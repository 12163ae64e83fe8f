import { AppWindow, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useList } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { splashTexts } from './splash.texts.ts';
import type { SplashPage } from './splash-form.ts';
import { SplashSheet } from './splash-sheet.tsx';

/** The splash pages of the account. */
export function Screen() {
  const t = useTexts(splashTexts);
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useState<SplashPage | 'new'>();
  const list = useList('GET /api/splash', { query: { q: useDebounced(q) } });

  function remove({ id, name }: SplashPage): void {
    const words = { said: t.deleted(name), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/splash/:id/delete', list: 'GET /api/splash', ids: [id], ...words });
  }

  const columns: Column<SplashPage>[] = [
    { name: t.name, phone: 'title', cell: ({ name }) => <b className="cut">{name}</b> },
    { name: t.heading, phone: 'under', cell: ({ title }) => <span className="cut quiet">{title || '–'}</span> },
    {
      name: t.goesOn,
      width: '104px',
      phone: 'side',
      cell: ({ seconds }) => (seconds === 0 ? t.waits : t.afterSeconds(format.number(seconds))),
    },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={AppWindow}
      list={list}
      columns={columns}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      onOpen={setOpen}
      actions={(page) => (
        <Menu
          items={[
            { name: t.edit, icon: Pencil, run: () => setOpen(page) },
            { name: t.delete, icon: Trash2, isDanger: true, run: () => remove(page) },
          ]}
        />
      )}
    >
      {open && <SplashSheet page={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </ListScreen>
  );
}
