import { Pencil, Plus, Radar, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import { describeError } from '../../lib/error-words.ts';
import { filterList } from '../../lib/filter-list.ts';
import { useList } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useCanChange } from '../../lib/workspaces.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { PixelSheet } from './pixel-sheet.tsx';
import { type PixelRow, vendorNameOf } from './vendors.ts';

/** Lists the account's pixels. */
export function Screen() {
  const t = useTexts('pixels');
  const [search, setSearch] = useSearchParam('q');
  const [open, setOpen] = useState<PixelRow | 'new'>();
  const all = useList('GET /api/pixels', {}, 1000);
  const list = filterList(all, search, ({ name, tag, type }) => `${name} ${tag} ${vendorNameOf(type).name}`);

  function remove({ id, name }: PixelRow): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/pixel/:id/delete', list: 'GET /api/pixels', ids: [id], ...words });
  }

  const columns: TableColumn<PixelRow>[] = [
    { name: t.name, phone: 'title', cell: ({ name }) => <b className="cut">{name}</b> },
    { name: t.vendor, phone: 'side', cell: ({ type }) => <Badge>{vendorNameOf(type).name}</Badge> },
    { name: t.tag, phone: 'under', cell: ({ tag }) => <code className="cut">{tag}</code> },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen('new')} isChange>
      {t.add}
    </Button>
  );
  const canChange = useCanChange();
  useAction({ id: 'add', name: t.add, keys: 'c', isChange: true, run: () => setOpen('new') });

  return (
    <Page
      title={t.title}
      actions={all.rows.length > 0 && add}
      tools={all.rows.length > 0 && <SearchField label={t.search} value={search} onChange={setSearch} />}
    >
      <Table
        label={t.title}
        list={list}
        columns={columns}
        onOpen={setOpen}
        actions={(pixel) => (
          <>
            <CopyButton text={pixel.tag} />
            <Menu
              items={[
                { name: t.edit, icon: Pencil, isChange: true, run: () => setOpen(pixel) },
                { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(pixel) },
              ]}
            />
          </>
        )}
        empty={
          search ? (
            <NothingFound />
          ) : (
            <EmptyState icon={Radar} title={t.empty} action={canChange ? add : <RoleNote />} example={t.example}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      {open && <PixelSheet pixel={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
