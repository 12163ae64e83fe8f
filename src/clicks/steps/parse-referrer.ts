import { referrerHostOf, socialNetworkOf } from '../../agent/referrer.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { defineStep } from '../enrich-step.ts';

interface Site {
  host: string;
  network: string;
}

const known = new RecentMap<Site>(2_000);

function siteOf(referrer: string): Site {
  let site = known.get(referrer);
  if (!site) {
    const host = referrerHostOf(referrer) ?? '';
    site = { host, network: (host && socialNetworkOf(host)) || '' };
    known.set(referrer, site);
  }
  return site;
}

/** Finds the site and the social network that the visitor came from. */
export const parseReferrer = defineStep({
  name: 'parse-referrer',
  fills: ['referrer', 'social'],
  run({ record: { referrer } }, { values }) {
    if (referrer === '') return;
    const { host, network } = siteOf(referrer);
    if (host) values.referrer = host;
    if (network) values.social = network;
  },
});
