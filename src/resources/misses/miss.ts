import { isReserved, isReservedOnMainHost } from '../../core/reserved-words.ts';
import { MAIN_DOMAIN } from '../domains/main-domain.ts';

/** How many different codes are counted for a domain and day; the rest is counted together. */
export const MAX_MISS_CODES = 500;

/** How many days are kept. */
export const MISS_DAYS = 90;

const DAY_MS = 86_400_000;

/** The start of a day in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** The first day that is kept. */
export function firstDayAt(now: number): number {
  return dayOf(now) - MISS_DAYS * DAY_MS;
}

/** A code that does not exist, and how often visitors asked for it. */
export interface Miss {
  code: string;
  count: number;
  lastAt: number;
}

/** The codes that were requested on a domain in some days. */
export interface Misses {
  misses: Miss[];
  /** The number of requests for codes beyond the limit. */
  other: number;
}

/** Whether a link on the domain could have this code, given that it has the characters of an alias. */
export function isPossibleCode(domainId: number, code: string): boolean {
  return !(domainId === MAIN_DOMAIN ? isReservedOnMainHost(code) : isReserved(code));
}
