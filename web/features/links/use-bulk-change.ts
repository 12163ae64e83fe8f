import { type AnswerOf, type BodyOf, send } from '../../lib/api.ts';
import { type Progress, useBulk } from '../../lib/bulk.ts';
import { describeError } from '../../lib/error-words.ts';
import { refresh } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** A change of many links. */
export type BulkChange = Omit<BodyOf<'POST /api/urls/change'>, 'ids'>;

type Changed = AnswerOf<'POST /api/urls/change'>['changed'];

const MAX_AT_A_TIME = 100;
const STEPS = 20;
const UNDO_MS = 10_000;

/** The chunk size: small enough to show progress, large enough for the session's rate limit. */
function chunkSizeOf(count: number): number {
  return Math.min(MAX_AT_A_TIME, Math.max(10, Math.ceil(count / STEPS)));
}

/** The result of a change. */
interface Applied {
  changed: Changed;
  failures: Error[];
  /** How many links were not attempted because of the failures. */
  failedCount: number;
}

/** The change that undoes another one. */
function reversalOf(change: BulkChange, changed: Changed): [ids: number[], change: BulkChange][] {
  const ids = changed.map(({ id }) => id);
  if (change.status) return [[ids, { status: change.status === 'active' ? 'disabled' : 'active' }]];
  if (change.add_tag) return [[ids, { remove_tag: change.add_tag }]];
  if (change.remove_tag) return [[ids, { add_tag: change.remove_tag }]];
  if (change.add_channel) return [[ids, { remove_channel: change.add_channel }]];
  if (change.remove_channel) return [[ids, { add_channel: change.remove_channel }]];
  const byCampaign = Map.groupBy(changed, ({ campaign, weight }) => `${campaign} ${weight}`);
  return [...byCampaign.values()].map((chunk) => {
    const { campaign = null, weight } = chunk[0] ?? {};
    return [chunk.map(({ id }) => id), { campaign, ...(weight ? { weight } : {}) }];
  });
}

/** Changes many links with progress, reports the result, and can undo it. */
export function useBulkChange(): {
  progress: Progress | undefined;
  /** Changes run one after another. */
  change(ids: number[], changes: BulkChange[]): Promise<void>;
} {
  const t = useTexts('link-bulk');
  const bulk = useBulk();

  async function apply(ids: number[], change: BulkChange): Promise<Applied> {
    const changed: Changed = [];
    let failedCount = ids.length;
    const failures = await bulk.runInChunks(ids, chunkSizeOf(ids.length), async (chunk) => {
      const answer = await send('POST /api/urls/change', { body: { ids: chunk, ...change } });
      changed.push(...answer.changed);
      failedCount -= chunk.length;
    });
    return { changed, failures, failedCount };
  }

  function show(): Promise<unknown> {
    const groups = ['GET /api/tags', 'GET /api/channels', 'GET /api/channel/:id', 'GET /api/campaigns'] as const;
    return refresh('GET /api/urls', 'GET /api/url/:id', 'GET /api/campaign/:id', ...groups);
  }

  function showResult(
    { failures: [first], failedCount }: Omit<Applied, 'changed'>,
    message: string,
    undo?: () => void,
  ): void {
    if (first) showToast(t.failedSome({ count: failedCount, reason: describeError(first) }), { kind: 'failed' });
    else showToast(message, undo && { lastsMs: UNDO_MS, action: { name: t.undo, run: undo } });
  }

  async function undo(steps: [BulkChange, Changed][]): Promise<void> {
    const all: Omit<Applied, 'changed'> = { failures: [], failedCount: 0 };
    for (const [ids, back] of steps.toReversed().flatMap(([change, changed]) => reversalOf(change, changed))) {
      const { failures, failedCount } = await apply(ids, back);
      all.failures.push(...failures);
      all.failedCount += failedCount;
    }
    await show();
    showResult(all, t.undone);
  }

  return {
    progress: bulk.progress,
    async change(ids, changes) {
      const steps: [BulkChange, Changed][] = [];
      const all: Omit<Applied, 'changed'> = { failures: [], failedCount: 0 };
      for (const change of changes) {
        const { changed, failures, failedCount } = await apply(ids, change);
        steps.push([change, changed]);
        all.failures.push(...failures);
        all.failedCount = Math.max(all.failedCount, failedCount);
      }
      await show();
      const { size } = new Set(steps.flatMap(([, changed]) => changed.map(({ id }) => id)));
      if (size === 0 && all.failures.length === 0) showToast(t.nothing);
      else showResult(all, t.changed({ count: size }), () => void undo(steps));
    },
  };
}
