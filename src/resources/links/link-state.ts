import type { Link } from './link.ts';

/** The states of a link, from the first that stops visitors to the last. */
export const linkStates = ['disabled', 'scheduled', 'limit_reached', 'expired', 'active'] as const;

export type LinkState = (typeof linkStates)[number];

type StatefulLink = Pick<Link, 'status' | 'startsAt' | 'expiresAt' | 'maxClicks' | 'spentClicks'>;

/** The state of a link at the time `now`: `active`, or the reason why it does not redirect, checked in the order of the redirect. */
export function stateOf({ status, startsAt, expiresAt, maxClicks, spentClicks }: StatefulLink, now: number): LinkState {
  if (status === 'disabled') return 'disabled';
  if (startsAt !== null && now < startsAt) return 'scheduled';
  if (maxClicks !== null && spentClicks >= maxClicks) return 'limit_reached';
  return expiresAt !== null && now >= expiresAt ? 'expired' : 'active';
}
