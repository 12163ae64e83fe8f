import { type AnswerOf, type BodyOf, send } from '../../lib/api.ts';
import { type Progress, useBulk } from '../../lib/bulk.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { refresh } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { bulkTexts } from './bulk.texts.ts';

/** What is made of many links. */
export type LinksChange = Omit<BodyOf<'POST /api/urls/change'>, 'ids'>;

type Changed = AnswerOf<'POST /api/urls/change'>['changed'];

const AT_A_TIME = 50;
const UNDO_MS = 10_000;

/** What brings back those that a change has changed. */
function reversalOf(change: LinksChange, changed: Changed): [ids: number[], change: LinksChange][] {
  const ids = changed.map(({ id }) => id);
  if (change.status) return [[ids, { status: change.status === 'active' ? 'disabled' : 'active' }]];
  if (change.add_tag) return [[ids, { remove_tag: change.add_tag }]];
  if (change.remove_tag) return [[ids, { add_tag: change.remove_tag }]];
  if (change.add_channel) return [[ids, { remove_channel: change.add_channel }]];
  if (change.remove_channel) return [[ids, { add_channel: change.remove_channel }]];
  const byPlace = Map.groupBy(changed, ({ campaign, weight }) => `${campaign} ${weight}`);
  return [...byPlace.values()].map((lot) => {
    const { campaign = null, weight } = lot[0] ?? {};
    return [lot.map(({ id }) => id), { campaign, ...(weight ? { weight } : {}) }];
  });
}

/** Changes many links with progress, says what became of it, and can undo it. */
export function useBulkChange(): {
  progress: Progress | undefined;
  change(ids: number[], change: LinksChange): Promise<void>;
} {
  const t = useTexts(bulkTexts);
  const format = useFormat();
  const bulk = useBulk();

  async function apply(ids: number[], change: LinksChange): Promise<{ changed: Changed; failures: Error[] }> {
    const changed: Changed = [];
    const failures = await bulk.runInChunks(ids, AT_A_TIME, async (lot) => {
      const answer = await send('POST /api/urls/change', { body: { ids: lot, ...change } });
      changed.push(...answer.changed);
    });
    return { changed, failures };
  }

  function show(): Promise<unknown> {
    const groups = ['GET /api/tags', 'GET /api/channels', 'GET /api/channel/:id', 'GET /api/campaigns'] as const;
    return refresh('GET /api/urls', 'GET /api/url/:id', 'GET /api/campaign/:id', ...groups);
  }

  function tell(failures: Error[], said: string, undo?: () => void): void {
    const [first] = failures;
    if (first) {
      const count = format.number(failures.length * AT_A_TIME);
      showToast(t.failedSome(count, describeError(first)), { kind: 'failed' });
    } else showToast(said, undo && { lastsMs: UNDO_MS, action: { name: t.undo, run: undo } });
  }

  async function undo(change: LinksChange, changed: Changed): Promise<void> {
    const failures: Error[] = [];
    for (const [ids, back] of reversalOf(change, changed)) failures.push(...(await apply(ids, back)).failures);
    await show();
    tell(failures, t.undone);
  }

  return {
    progress: bulk.progress,
    async change(ids, change) {
      const { changed, failures } = await apply(ids, change);
      await show();
      if (changed.length === 0 && failures.length === 0) showToast(t.nothing);
      else tell(failures, t.changed(format.number(changed.length)), () => void undo(change, changed));
    },
  };
}
