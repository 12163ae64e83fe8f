import { RecentMap } from '../../lib/recent-map.ts';
import { defineStep } from '../enrich-step.ts';

const PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

// Visitors can add parameters of their own to the short URL of a link that forwards them.
const MAX_VALUE = 100;

const known = new RecentMap<[parameter: (typeof PARAMETERS)[number], value: string][]>(2_000);

function readValues(utm: string): [(typeof PARAMETERS)[number], string][] {
  const query = new URLSearchParams(utm);
  return PARAMETERS.map((parameter) => [parameter, (query.get(parameter) ?? '').trim().slice(0, MAX_VALUE)]);
}

/** Reads the UTM parameters of the destination. */
export const parseUtm = defineStep({
  name: 'parse-utm',
  fills: PARAMETERS,
  run({ record: { utm } }, { values }) {
    if (utm === '') return;
    let parameters = known.get(utm);
    if (!parameters) {
      parameters = readValues(utm);
      known.set(utm, parameters);
    }
    for (const [parameter, value] of parameters) if (value) values[parameter] = value;
  },
});
