import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../../http/envelope.ts';
import { fieldIssue, mapIssue } from '../../../http/field-issue.ts';
import { blankIsNull, dateTimeField, dateTimeView, idInPath } from '../../../http/fields.ts';
import { messageViews } from '../../../http/warnings.ts';
import { linkChangeFields } from '../link.contract.ts';

/** Every field of a change, parsed. */
export const parsedChange = z.strictObject(linkChangeFields);

/** Kept as it was sent, because it is listed, and parsed again by the version that applies it. */
const changeField = z
  .record(z.string(), z.unknown())
  .superRefine((sent, context) => {
    if (Object.keys(sent).length === 0) context.addIssue({ code: 'custom', message: fieldIssue('required') });
    const { error } = parsedChange.safeParse(sent, { reportInput: true, error: mapIssue });
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue });
  })
  .meta({
    description: 'The fields to change, as in an update; `url` may be omitted',
    // Read only when the API is described, which is rare.
    get properties() {
      return z.toJSONSchema(parsedChange, { io: 'input', unrepresentable: 'any' }).properties;
    },
    additionalProperties: false,
  });

export const scheduleChangeBody = z.object({
  at: dateTimeField.describe('When to apply the change, YYYY-MM-DD HH:MM:SS in UTC'),
  change: changeField,
});

export type NewScheduledChange = z.output<typeof scheduleChangeBody>;

/** Reads "" as null in the change, as an update does. */
export function prepareScheduledChange(body: object): object {
  const { change } = body as { change?: unknown };
  const isObject = typeof change === 'object' && change !== null && !Array.isArray(change);
  return isObject ? { ...body, change: blankIsNull(change) } : body;
}

export const scheduledChangeParams = z.object({ id: idInPath, scheduleid: idInPath });

const scheduledChangeView = z.strictObject({
  id: idField,
  at: dateTimeView,
  change: z.record(z.string(), z.unknown()).describe('The fields to change; a password is shown as "changed"'),
  status: z.enum(['pending', 'failed']).describe('pending or failed; a change that was applied is not listed'),
  failure: z
    .strictObject({ code: z.string().describe('A stable code'), ...messageViews })
    .nullable()
    .describe('Why it could not be applied; null while it waits'),
  date: dateTimeView,
});

export type ScheduledChangeView = z.output<typeof scheduledChangeView>;

export const scheduledChangePage = pageAnswer('schedule', scheduledChangeView);
export const scheduleChangeAnswer = answerOf({ id: idField });
export const cancelChangeAnswer = messageAnswer('Scheduled change has been deleted successfully.');
