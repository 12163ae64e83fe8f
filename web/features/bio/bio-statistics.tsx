import { Pencil } from 'lucide-react';
import type { AnswerOf } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import type { ChartPeriod } from '../../ui/charts/period.ts';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { useCounts } from '../../ui/charts/use-counts.ts';
import { useFilters } from '../../ui/charts/use-filters.ts';
import { LIVE_MS, type StatsSource } from '../../ui/charts/use-stats.ts';
import { Chips } from '../../ui/chips.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';

type Block = AnswerOf<'GET /api/bio/:id'>['details']['blocks'][number];

/** The title of a block. */
function nameOf(block: Block): string {
  const words = { title: '', caption: '', network: '', ...block };
  return words.title || words.caption || words.network || block.type;
}

function sourceOf(id: string, block: string): StatsSource {
  return { endpoint: 'GET /api/bio/:id/block/:block/stats', params: { id, block }, pollMs: LIVE_MS };
}

/** The blocks with clicks; each can be used as a filter. */
function BlockList({ id, blocks, period }: { id: string; blocks: Block[]; period: ChartPeriod }) {
  const t = useTexts('statistics').bio;
  const [chosen, choose] = useSearchParam('block');
  const followed = blocks.filter(({ clicks }) => clicks > 0);
  const counts = useCounts(
    followed.map((block) => sourceOf(id, String(block.id))),
    period,
    useFilters().filters,
  );
  const bars = followed
    .map((block, index) => ({
      key: String(block.id),
      name: nameOf(block),
      count: counts[index] ?? 0,
      isOn: chosen === String(block.id),
      onChoose: () => choose(String(block.id)),
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  return <BarList title={t.blocks} head={t.block} bars={bars} />;
}

function BlockChip({ name, onRemove }: { name: string; onRemove(): void }) {
  const t = useTexts('charts');
  return <Chips label={t.filters} chips={[{ name, onRemove }]} removeLabel={t.removeFilter} />;
}

/** The views of a bio page, and the clicks on its blocks. */
export function Screen({ params }: { params: Record<string, string> }) {
  const all = useTexts('statistics');
  const t = all.bio;
  const { id = '' } = params;
  const [chosen, choose] = useSearchParam('block');
  const filtering = useFilters();
  const { data, error, refetch } = useApi('GET /api/bio/:id', { params: { id } });
  if (!data) {
    return (
      <Page title={all.title}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <ChartSkeleton />}
      </Page>
    );
  }
  const { name, views, blocks } = data.details;
  const block = blocks.find((one) => String(one.id) === chosen);
  return (
    <Page
      title={name}
      actions={
        <ButtonLink icon={Pencil} to={`/bio/${id}`} isChange>
          {t.edit}
        </ButtonLink>
      }
    >
      <Statistics
        key={`${id} ${block?.id}`}
        source={block ? sourceOf(id, chosen) : { endpoint: 'GET /api/bio/:id/stats', params: { id }, pollMs: LIVE_MS }}
        kind={block ? 'clicks' : 'views'}
        name={block ? `${name} ${nameOf(block)}` : name}
        hasEver={block ? block.clicks > 0 : views > 0}
        hint={block ? t.blockHint : t.hint}
        filtering={filtering}
        chips={block && <BlockChip name={t.only({ name: nameOf(block) })} onRemove={() => choose('')} />}
        {...(!block && { lists: (period: ChartPeriod) => <BlockList id={id} blocks={blocks} period={period} /> })}
      />
    </Page>
  );
}
