import { findTimeZone, type TimeZone, UTC_ZONE } from '../../src/lib/time-zone.ts';
import { externalValue } from './external-value.ts';

export type { TimeZone };

/** The time zone of the browser. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in the settings of the account; '' for that of the browser. */
export const accountZone = externalValue('');

/** The time zone in which dates are shown and days are counted. */
export function currentZone(): TimeZone {
  return findTimeZone(accountZone.get() || browserZone) ?? UTC_ZONE;
}

/** The same, for a component that renders again when the zone changes. */
export function useTimeZone(): TimeZone {
  accountZone.use();
  return currentZone();
}
