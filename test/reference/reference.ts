import { operations } from './operations.ts';
import { records } from './records.ts';
import { rules } from './rules.ts';

/** Nouns with names that no test proves yet. A fully proved noun must not be listed. */
export const pending: string[] = [];

/** The sections of the reference that name something, in order. */
export const sections: [number: string, title: string][] = [
  ['2', 'Values'],
  ['2.1', 'Envelope'],
  ['2.2', 'Paged lists'],
  ['2.3', 'Link'],
  ['2.4', 'QR code'],
  ['2.5', 'Pixel'],
  ['2.6', 'Branded domain'],
  ['2.7', 'Campaign'],
  ['2.8', 'Channel'],
  ['2.9', 'Channel item'],
  ['2.10', 'Call-to-action overlay'],
  ['2.11', 'Splash page'],
  ['2.12', 'Account'],
  ['4.1', 'Links'],
  ['4.2', 'QR codes'],
  ['4.3', 'Branded domains'],
  ['4.4', 'Campaigns'],
  ['4.5', 'Pixels'],
  ['4.6', 'Channels'],
  ['4.7', 'Overlays and splash pages'],
  ['4.8', 'Account'],
  ['4.9', 'Parameters of lists'],
  ['5', 'Authentication'],
  ['7', 'Errors'],
  ['8', 'Limits'],
];

/** Every name in the reference; where the reference gives no name, we chose one. */
export const groups = { ...rules, ...records, ...operations };

export type GroupName = keyof typeof groups;

type Names<Part extends string, Prefix extends string, Of> =
  Of extends Record<Part, readonly (infer Name extends string)[]> ? `${Prefix}${Name}` : never;

/** The names of a group as `proves` takes them. Response fields start with `answer.`. */
export type MarkOf<Name extends GroupName> =
  | Names<'has', '', (typeof groups)[Name]>
  | Names<'asks', '', (typeof groups)[Name]>
  | Names<'answers', 'answer.', (typeof groups)[Name]>;
