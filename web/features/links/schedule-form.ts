import { fromLocalInput } from '../../lib/format.ts';

/** The status that keeps the status of the link. */
export const KEEP = 'keep';

/** The values of the form, by the names of the fields in the errors of the API. */
export interface ScheduleValues {
  'change.url': string;
  'change.metatitle': string;
  'change.status': string;
  'change.expiry': string;
}

/** What the form changes; empty fields change nothing. */
export function changeOf(values: ScheduleValues): Record<string, unknown> {
  return {
    ...(values['change.url'] && { url: values['change.url'] }),
    ...(values['change.metatitle'] && { metatitle: values['change.metatitle'] }),
    ...(values['change.status'] !== KEEP && { status: values['change.status'] }),
    ...(values['change.expiry'] && { expiry: fromLocalInput(values['change.expiry']) }),
  };
}

/** A change in short: its fields with their values. */
export function describeChange(change: Record<string, unknown>, nameOf: (field: string) => string): string {
  const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(change)
    .map(([field, value]) => `${nameOf(field)}: ${value === null ? '–' : show(value)}`)
    .join(' · ');
}
