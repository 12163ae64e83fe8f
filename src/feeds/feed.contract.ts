import { z } from 'zod';
import { idField } from '../http/envelope.ts';
import { fieldIssue } from '../http/field-issue.ts';
import { dateTimeView } from '../http/fields.ts';

const MAX_CURSOR_DIGITS = 15;

const cursorField = z
  .string()
  .regex(new RegExp(`^\\d{1,${MAX_CURSOR_DIGITS}}$`), fieldIssue('not_an_event_id'))
  .transform(Number)
  .optional()
  .meta({
    description:
      'The id of the last event that you have; what came after it is sent first. Last-Event-ID goes before it',
    type: 'integer',
    minimum: 0,
  });

/** The query of a stream. */
export const streamQuery = z.object({ cursor: cursorField });

/** The header by which browsers take a stream up again. */
export const streamHeaders = z.object({ 'Last-Event-ID': cursorField });

const aliasView = z.string().describe('What the short URL ends with');

function wordView(means: string) {
  return z.string().describe(`${means}; empty where it is not known`);
}

const clickView = z.strictObject({
  link: idField.describe('Number of the link'),
  alias: aliasView,
  date: dateTimeView,
  bot: z.string().describe('Which machine it was; empty for a person'),
  country: wordView('Country in English'),
  region: wordView('Region'),
  city: wordView('City'),
  referrer: wordView('Host of the page that led here'),
  browser: wordView('Browser'),
  os: wordView('Operating system'),
  device: wordView('Sort of device'),
  language: wordView('First language of the visitor'),
});

const linkView = z.strictObject({
  link: idField.describe('Number of the link'),
  alias: aliasView,
  change: z.enum(['created', 'updated', 'deleted']).describe('What happened to it'),
  date: dateTimeView,
});

const eventId = z.string().describe('The cursor that continues after this event');
const nothing = z.strictObject({});

/** One event of the stream. */
export const streamEvent = z.union([
  z.strictObject({ id: eventId, event: z.literal('click').describe('A link was followed'), data: clickView }),
  z.strictObject({ id: eventId, event: z.literal('link').describe('A link was changed'), data: linkView }),
  z.strictObject({
    id: eventId,
    event: z.literal('reset').describe('Events were missed: read anew what you show; the stream goes on from here'),
    data: nothing,
  }),
  z.strictObject({ event: z.literal('end').describe('The key is no longer good, and the stream ends'), data: nothing }),
]);

export type ClickView = z.output<typeof clickView>;
export type LinkView = z.output<typeof linkView>;
