import { useSearchParams } from '../../lib/router.tsx';

/** What a series can show: visits by people, different people, or visits by machines. */
const metrics = ['clicks', 'unique', 'bots'] as const;
export type Metric = (typeof metrics)[number];

/** What visits are called where they are scans of a code or views of a page. */
export type Kind = 'clicks' | 'scans' | 'views';

/** The metric that the address names, and how to choose another; different people are not told of hours. */
export function useMetric(isByHour: boolean): [Metric, (metric: Metric) => void] {
  const [params, change] = useSearchParams();
  const named = metrics.find((metric) => metric === params.get('show')) ?? 'clicks';
  return [
    named === 'unique' && isByHour ? 'clicks' : named,
    (metric) =>
      change((next) => {
        // Nobody is a person and a kind of machine.
        if (metric !== 'bots') next.delete('filter[bot]');
        if (metric === 'clicks') next.delete('show');
        else next.set('show', metric);
      }),
  ];
}
