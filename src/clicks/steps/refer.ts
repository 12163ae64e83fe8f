import { referrerHostOf, socialNetworkOf } from '../../agent/referrer.ts';
import type { Step } from '../step.ts';

/** Tells which site the visitor came from. */
export const refer: Step = ({ referrer }, { values }) => {
  const host = referrerHostOf(referrer);
  if (!host) return;
  values.referrer = host;
  const network = socialNetworkOf(host);
  if (network) values.social = network;
};
