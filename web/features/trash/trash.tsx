import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { trashNouns } from '../../../src/core/trash.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-words.ts';
import { useList, useSend } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { restoredLists, type TrashRow } from './trash-row.ts';

type NounFilter = TrashRow['noun'] | 'all';

const TAKEN = ['alias_taken', 'bio_slug_taken', 'campaign_slug_taken'];

/** Lists deleted items, to restore them or to delete them permanently. */
export function Screen() {
  const t = useTexts('trash');
  const [nounText, setNoun] = useSearchParam('noun');
  const noun: NounFilter = trashNouns.find((value) => value === nounText) ?? 'all';
  const [open, setOpen] = useState<{ row: TrashRow; what: 'rename' | 'erase' }>();
  const list = useList('GET /api/trash', { query: noun === 'all' ? {} : { noun } });
  const restore = useSend('POST /api/trash/:id/restore', { refreshes: restoredLists });
  const erase = useSend('DELETE /api/trash/:id', { refreshes: ['GET /api/trash'] });

  async function run(row: TrashRow): Promise<void> {
    try {
      await restore.mutateAsync({ params: { id: row.id }, body: {} });
      showToast(t.restored({ name: row.name }));
    } catch (error) {
      if (error instanceof ApiError && TAKEN.includes(error.code)) setOpen({ row, what: 'rename' });
      else showToast(describeError(error), { kind: 'failed' });
    }
  }

  const columns = useMemo<TableColumn<TrashRow>[]>(
    () => [
      { name: t.name, width: 'minmax(0, 2fr)', phone: 'title', cell: ({ name }) => <b className="cut">{name}</b> },
      { name: t.kind, width: '140px', phone: 'side', cell: (row) => <Badge>{t.nouns[row.noun]}</Badge> },
      { name: t.deleted, width: '150px', phone: 'under', cell: ({ deleted }) => <Time value={deleted} isRelative /> },
      { name: t.expires, width: '130px', cell: ({ expires }) => <Time value={expires} /> },
    ],
    [t],
  );
  const options = [
    { value: 'all' as NounFilter, label: t.all },
    ...trashNouns.map((value) => ({ value: value as NounFilter, label: t.nouns[value] })),
  ];
  const isUsed = list.rows.length > 0 || noun !== 'all';

  return (
    <Page
      title={t.title}
      tools={
        isUsed && (
          <FilterSelect
            label={t.kind}
            value={noun}
            options={options}
            onChange={(value) => setNoun(value === 'all' ? '' : value)}
          />
        )
      }
    >
      <Table
        label={t.title}
        list={list}
        columns={columns}
        actions={(row) => (
          <>
            {row.restorable && (
              <IconButton
                label={t.restore({ name: row.name })}
                icon={ArchiveRestore}
                isChange
                onClick={() => void run(row)}
              />
            )}
            <Menu
              items={[
                {
                  name: t.erase,
                  icon: Trash2,
                  isDanger: true,
                  isChange: true,
                  run: () => setOpen({ row, what: 'erase' }),
                },
              ]}
            />
          </>
        )}
        empty={
          isUsed ? (
            <NothingFound />
          ) : (
            <EmptyState icon={Trash2} title={t.empty}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      {open?.what === 'rename' && <RestoreDialog row={open.row} onClose={() => setOpen(undefined)} />}
      {open?.what === 'erase' && (
        <ConfirmDelete
          title={t.eraseTitle({ name: open.row.name })}
          confirm={t.erase}
          onConfirm={() => erase.mutateAsync({ params: { id: open.row.id } })}
          onClose={() => setOpen(undefined)}
        >
          {t.eraseText}
        </ConfirmDelete>
      )}
    </Page>
  );
}
