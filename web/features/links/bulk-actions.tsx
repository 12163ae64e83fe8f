import { Download, FolderInput, Megaphone, Power, PowerOff, Shapes, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import type { List, RowOf } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Selection } from '../../lib/use-selection.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { BulkDialog, type GroupNoun } from './bulk-dialog.tsx';
import { downloadSelected, type LinkQuery, readMatching } from './matching-links.ts';
import { MoveDialog, useMoveTargets } from './move-dialog.tsx';
import { type BulkChange, useBulkChange } from './use-bulk-change.ts';

/** Deleting at least this many links asks first, because Undo is gone after some seconds. */
const MANY = 100;

/** The actions for the selected links. */
export function BulkActions({
  selection,
  list,
  query,
  onDelete,
}: {
  selection: Selection;
  list: List<RowOf<'GET /api/urls'>>;
  /** The query of the list; all selected links match it. */
  query: LinkQuery;
  onDelete(ids: number[], message: string): void;
}) {
  const t = useTexts('link-bulk');
  const bulk = useBulkChange();
  const [noun, setNoun] = useState<GroupNoun>();
  const [isReading, setReading] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const moving = useTexts('link-move');
  const targets = useMoveTargets();
  const [isMoving, setMoving] = useState(false);
  const { ids, set, clear } = selection;
  const isMoreToChoose = ids.size < list.total && list.rows.every(({ id }) => ids.has(id));

  async function whileReading(work: () => Promise<void>): Promise<void> {
    setReading(true);
    try {
      await work();
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    } finally {
      setReading(false);
    }
  }

  async function change(...next: BulkChange[]): Promise<void> {
    await bulk.change([...ids], next);
    clear();
  }

  function remove(): void {
    onDelete([...ids], t.deletedMany({ count: ids.size }));
  }

  return (
    <>
      <BulkBar
        selection={selection}
        progress={bulk.progress}
        more={
          isMoreToChoose && (
            <Button
              kind="quiet"
              isBusy={isReading}
              onClick={() => void whileReading(async () => set((await readMatching(query)).map(({ id }) => id)))}
            >
              {t.allMatching({ count: list.total })}
            </Button>
          )
        }
      >
        <Button isChange icon={Tag} onClick={() => setNoun('tag')}>
          {t.tag}
        </Button>
        <Button isChange icon={Shapes} onClick={() => setNoun('channel')}>
          {t.channel}
        </Button>
        <Button isChange icon={Megaphone} onClick={() => setNoun('campaign')}>
          {t.campaign}
        </Button>
        <Button isChange icon={Power} onClick={() => void change({ status: 'active' })}>
          {t.enable}
        </Button>
        <Button isChange icon={PowerOff} onClick={() => void change({ status: 'disabled' })}>
          {t.disable}
        </Button>
        <Button
          icon={Download}
          isBusy={isReading}
          onClick={() => void whileReading(() => downloadSelected(query, ids))}
        >
          {t.export}
        </Button>
        {targets.length > 0 && (
          <Button icon={FolderInput} onClick={() => setMoving(true)}>
            {moving.move}
          </Button>
        )}
        <Button isChange icon={Trash2} onClick={() => (ids.size < MANY ? remove() : setAsking(true))}>
          {t.delete}
        </Button>
      </BulkBar>
      {isAsking && (
        <ConfirmDelete
          title={t.deleteTitle({ count: ids.size })}
          onConfirm={async () => remove()}
          onClose={() => setAsking(false)}
        >
          {t.deleteText}
        </ConfirmDelete>
      )}
      {isMoving && <MoveDialog ids={[...ids]} onMoved={clear} onClose={() => setMoving(false)} />}
      {noun && <BulkDialog noun={noun} onChange={(next) => void change(...next)} onClose={() => setNoun(undefined)} />}
    </>
  );
}
