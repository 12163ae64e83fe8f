import { Download, Megaphone, Power, PowerOff, Shapes, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import type { List, RowOf } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Selection } from '../../lib/use-selection.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { BulkDialog, type GroupNoun } from './bulk-dialog.tsx';
import { downloadCsv, type LinkQuery, readMatching } from './matching-links.ts';
import { type BulkChange, useBulkChange } from './use-bulk-change.ts';

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
  onDelete(ids: number[], said: string): void;
}) {
  const t = useTexts('link-bulk');
  const bulk = useBulkChange();
  const [noun, setNoun] = useState<GroupNoun>();
  const [isReading, setReading] = useState(false);
  const { ids, set, clear } = selection;
  const { columns } = t;
  const isMoreToChoose = ids.size < list.total && list.rows.every(({ id }) => ids.has(id));

  async function withMatching(work: (rows: RowOf<'GET /api/urls'>[]) => void): Promise<void> {
    setReading(true);
    try {
      work(await readMatching(query));
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
              onClick={() => void withMatching((rows) => set(rows.map(({ id }) => id)))}
            >
              {t.allMatching({ count: list.total })}
            </Button>
          )
        }
      >
        <Button icon={Tag} onClick={() => setNoun('tag')}>
          {t.tag}
        </Button>
        <Button icon={Shapes} onClick={() => setNoun('channel')}>
          {t.channel}
        </Button>
        <Button icon={Megaphone} onClick={() => setNoun('campaign')}>
          {t.campaign}
        </Button>
        <Button icon={Power} onClick={() => void change({ status: 'active' })}>
          {t.enable}
        </Button>
        <Button icon={PowerOff} onClick={() => void change({ status: 'disabled' })}>
          {t.disable}
        </Button>
        <Button
          icon={Download}
          isBusy={isReading}
          onClick={() =>
            void withMatching((rows) =>
              downloadCsv(
                rows.filter(({ id }) => ids.has(id)),
                [columns.short, columns.destination, columns.title, columns.note, columns.clicks, columns.created],
              ),
            )
          }
        >
          {t.export}
        </Button>
        <Button icon={Trash2} onClick={() => onDelete([...ids], t.deletedMany({ count: ids.size }))}>
          {t.delete}
        </Button>
      </BulkBar>
      {noun && <BulkDialog noun={noun} onChange={(next) => void change(...next)} onClose={() => setNoun(undefined)} />}
    </>
  );
}
