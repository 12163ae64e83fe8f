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
      'The ID of the last event that you received; later events are sent first. The Last-Event-ID header takes precedence',
    type: 'integer',
    minimum: 0,
  });

/** The query of a stream. */
export const streamQuery = z.object({ cursor: cursorField });

/** The header with which browsers resume a stream. */
export const streamHeaders = z.object({ 'Last-Event-ID': cursorField });

const aliasView = z.string().describe('End of the short URL');

function wordView(means: string) {
  return z.string().describe(`${means}; empty if unknown`);
}

const clickView = z.strictObject({
  link: idField.describe('ID of the link'),
  alias: aliasView,
  date: dateTimeView,
  bot: z.string().describe('Kind of bot; empty for a person'),
  country: wordView('Country in English'),
  region: wordView('Region'),
  city: wordView('City'),
  referrer: wordView('Host of the page that led here'),
  browser: wordView('Browser'),
  os: wordView('Operating system'),
  device: wordView('Sort of device'),
  language: wordView('First language of the visitor'),
  route: z.string().describe('What chose the destination; default, geo, device, language, or a rule of the link'),
});

const linkView = z.strictObject({
  link: idField.describe('ID of the link'),
  alias: aliasView,
  change: z.enum(['created', 'updated', 'deleted']).describe('What changed'),
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
    event: z.literal('reset').describe('Events were missed: reload your data; the stream continues from here'),
    data: nothing,
  }),
  z.strictObject({
    event: z.literal('end').describe('The key is no longer valid, and the stream ends'),
    data: nothing,
  }),
]);

export type ClickEventView = z.output<typeof clickView>;
export type LinkEventView = z.output<typeof linkView>;
