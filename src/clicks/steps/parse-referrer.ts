import { referrerHostOf, socialNetworkOf } from '../../agent/referrer.ts';
import { defineStep } from '../enrich-step.ts';

/** Finds the site and the social network that the visitor came from. */
export const parseReferrer = defineStep({
  name: 'parse-referrer',
  fills: ['referrer', 'social'],
  run({ referrer }, { values }) {
    const host = referrerHostOf(referrer);
    if (!host) return;
    values.referrer = host;
    const network = socialNetworkOf(host);
    if (network) values.social = network;
  },
});
