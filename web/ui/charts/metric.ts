import { useSearchParams } from '../../lib/router.tsx';

/** What a series can show: clicks by people, unique visitors, or visits by bots. */
const metrics = ['clicks', 'unique', 'bots'] as const;
export type Metric = (typeof metrics)[number];

/** What visits are called: clicks, scans of a code, views of a page, or visits where there are several of these. */
export type Kind = 'clicks' | 'scans' | 'views' | 'visits';

/** The metric in the URL, and its setter; unique visitors are not available per hour. */
export function useMetric(isByHour: boolean): [Metric, (metric: Metric) => void] {
  const [params, change] = useSearchParams();
  const named = metrics.find((metric) => metric === params.get('show')) ?? 'clicks';
  return [
    named === 'unique' && isByHour ? 'clicks' : named,
    (metric) =>
      change((next) => {
        // Only visits by bots have a kind of bot.
        if (metric !== 'bots') next.delete('filter[bot]');
        if (metric === 'clicks') next.delete('show');
        else next.set('show', metric);
      }),
  ];
}
