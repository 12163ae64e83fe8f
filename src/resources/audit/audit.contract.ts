import { z } from 'zod';
import { auditNouns } from '../../core/audit.ts';
import { changeViews } from '../../http/change-view.ts';
import { customIssue } from '../../http/field-issue.ts';
import { isPrintable, momentField, pageQueryFields, readPage } from '../../http/fields.ts';

/** One change in the audit log. */
const auditView = z.strictObject({
  ...changeViews,
  workspace: z.int().nullable().describe('ID of the workspace; null for changes of the whole server'),
  noun: z.enum(auditNouns).describe('What changed, as in the paths of this API'),
  id: z.int().nullable().describe('ID of what changed; null for settings'),
  address: z.string().nullable().describe('The network of the client, /24 or /48'),
});

/** Where the next page starts: the time and the id of the last row. */
const cursorField = z.string().transform((text, context) => {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id: Number(id) };
  context.addIssue(customIssue({ code: 'not_a_cursor' }));
  return z.NEVER;
});

const { page: positiveField, limit: limitField } = pageQueryFields;

const DEFAULT_LIMIT = 50;

/** The filters of the audit log. */
export const auditQuery = z
  .object({
    noun: z.enum(auditNouns).optional().describe('A noun, such as url, key or member'),
    id: positiveField.describe('An ID of this noun'),
    actor: positiveField.describe('ID of a user'),
    action: z.string().max(50).refine(isPrintable).optional().describe('An action, such as create or delete'),
    from: momentField('00:00:00').describe('First day or time, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS in UTC'),
    to: momentField('23:59:59').describe('Last day or time, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS in UTC'),
    cursor: cursorField.optional().describe('`next` of the previous page'),
    limit: limitField,
    server: z.enum(['0', '1']).optional().describe('1 shows the changes of the whole server; for administrators'),
  })
  .transform(({ limit, server, cursor, ...filters }) => ({
    filters,
    cursor,
    limit: readPage({ limit: limit ?? DEFAULT_LIMIT }).limit,
    isServerWide: server === '1',
  }));

export const auditAnswer = z.strictObject({
  error: z.literal('0').describe('0 = success, a string on lists'),
  data: z.strictObject({
    audit: z.array(auditView).describe('Changes, newest first'),
    next: z.string().nullable().describe('`cursor` of the next page; null on the last one'),
  }),
});

export type AuditFilters = z.output<typeof auditQuery>['filters'];
export type AuditCursor = NonNullable<z.output<typeof auditQuery>['cursor']>;
export type AuditView = z.output<typeof auditView>;
