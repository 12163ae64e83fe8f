import { z } from 'zod';
import { allField, ownerViews } from '../../http/all-users.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, isPrintable, pageQueryFields, readPage } from '../../http/fields.ts';
import { warningViews } from '../../http/warnings.ts';
import { parseTarget } from '../../lib/url.ts';
import { dnsStates, parseDomain, proofKinds } from './domain.ts';

const MAX_DOMAIN_TEXT = 1_000;

const domainField = z
  .string()
  .max(MAX_DOMAIN_TEXT, fieldIssue('too_long', { max: 253 }))
  .transform((text, context) => {
    const domain = parseDomain(text);
    if (!('problem' in domain)) return domain;
    context.addIssue(customIssue(domain.problem));
    return z.NEVER;
  })
  .describe('Scheme and host, such as https://go.example.com');

const targetField = z.string().transform((text, context) => {
  const target = parseTarget(text);
  if ('href' in target) return target.href;
  context.addIssue(customIssue(target.problem));
  return z.NEVER;
});

const targetFields = {
  redirectroot: targetField.nullish().describe('Where visitors of the bare domain go'),
  redirect404: targetField.nullish().describe('Where visitors go who ask for what is not there'),
};

export const createDomainBody = z.object({ domain: domainField, ...targetFields });
export const updateDomainBody = z.object(targetFields);

/** The filters of the list of domains. */
export const listDomainsQuery = z
  .object({
    ...pageQueryFields,
    q: z
      .string()
      .max(255)
      .refine(isPrintable, fieldIssue('control_characters'))
      .optional()
      .describe('Text in the host'),
    all: allField,
  })
  .transform(({ limit, page, q, all }) => ({ page: readPage({ limit, page }), q, isAll: all === '1' }));

export const deleteDomainQuery = z.object({
  force: z
    .enum(['0', '1'])
    .optional()
    .describe('1 also deletes a domain that has links, and moves them to the main host'),
});

/** A domain as the API returns it. */
const domainView = z.strictObject({
  id: idField,
  domain: z.url().describe('Scheme and host'),
  redirectroot: z.string().describe('Where visitors of the bare domain go; may be empty'),
  redirect404: z.string().describe('Where visitors go who ask for what is not there; may be empty'),
  links: z.int().min(0).describe('How many links are on it'),
  dns: z.enum(dnsStates).describe('Whether its name points to this service'),
  dns_checked: dateTimeView.nullable().describe('When that was last looked up; null = not yet'),
  verified: z.boolean().describe('Whether it is proven that the name belongs to its owner'),
  verified_by: z
    .enum(proofKinds)
    .nullable()
    .describe('How: the address of the name is ours, or its TXT record holds the token; null = not verified'),
  taken: z
    .boolean()
    .describe('Whether another user has verified the name, a parent or a child of it; its links are not served then'),
  date: dateTimeView,
});

const proofView = z.strictObject({
  name: z.string().describe('The name of the TXT record'),
  value: z.string().describe('The token that the record must hold'),
});

const recordView = z.strictObject({
  type: z.enum(['CNAME', 'A', 'AAAA']),
  name: z.string().describe('The name that has the record'),
  value: z.string().nullable().describe('What to set; null while the address of the main host is not known'),
});

export const domainPage = pageAnswer('domains', domainView.extend(ownerViews));

export const getDomainAnswer = answerOf({
  details: domainView.extend({
    records: z.array(recordView).describe('What to set in the name service; empty where BASE_URL is not set'),
    proof: proofView.describe('The TXT record that verifies the domain, wherever its name points'),
  }),
});

export const createDomainAnswer = answerOf({
  id: idField,
  ...warningViews,
});

export const verifyDomainAnswer = messageAnswer('Domain has been verified successfully.').extend({
  verified: z.literal(true),
  verified_by: z.enum(proofKinds).describe('Whether its address or its TXT record has proven it'),
});

export const updateDomainAnswer = messageAnswer('Domain has been updated successfully.');

export const deleteDomainAnswer = messageAnswer('Domain has been deleted successfully.').extend({
  moved: z.int().min(0).describe('How many links went to the main host'),
  renamed: z
    .array(z.strictObject({ id: idField, from: z.string(), to: z.string() }))
    .describe('Those of them whose alias was taken there, with their old and new one'),
});

export type NewDomain = z.output<typeof createDomainBody>;
export type DomainChange = z.output<typeof updateDomainBody>;
export type DomainView = z.output<typeof domainView>;
export type DnsRecord = z.output<typeof recordView>;

/** DNS records as a zone file has them; those whose value is not known yet are omitted. */
export function formatRecords(records: (Omit<DnsRecord, 'type'> & { type: string })[]): string {
  return records
    .filter(({ value }) => value !== null)
    .map(({ type, name, value }) => `${name} ${type} ${value}`)
    .join(', ');
}
