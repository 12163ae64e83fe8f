import { z } from 'zod';
import { allField, ownerViews } from '../../http/all-users.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { bodyQueryField, bodyView, dateTimeView, isPrintable, pageQueryFields, readPage } from '../../http/fields.ts';
import { purgeFields } from '../../http/purge-query.ts';
import { warningViews } from '../../http/warnings.ts';
import { parseDestination } from '../../lib/url.ts';
import { dnsStates, parseDomain, proofKinds } from './domain.ts';
import { wellKnownFields, wellKnownViews } from './well-known.contract.ts';

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

const destinationField = z.string().transform((text, context) => {
  const destination = parseDestination(text);
  if ('href' in destination) return destination.href;
  context.addIssue(customIssue(destination.problem));
  return z.NEVER;
});

const destinationFields = {
  redirectroot: destinationField.nullish().describe('Destination of visitors to the bare domain'),
  redirect404: destinationField.nullish().describe('Destination of visitors to an unknown link'),
};

export const createDomainBody = z.object({ domain: domainField, ...destinationFields, ...wellKnownFields });
export const updateDomainBody = z.object({ ...destinationFields, ...wellKnownFields });

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
    body: bodyQueryField,
  })
  .transform(({ limit, page, q, all, body }) => ({
    page: readPage({ limit, page }),
    q,
    isAll: all === '1',
    hasBodies: body === '1',
  }));

export const deleteDomainQuery = z.object({
  force: z
    .enum(['0', '1'])
    .optional()
    .describe('1 also deletes a domain that has links or other items, and moves them to the main host'),
  ...purgeFields,
});

/** A domain as the API returns it. */
const domainView = z.strictObject({
  id: idField,
  domain: z.url().describe('Scheme and host'),
  redirectroot: z.string().describe('Destination of visitors to the bare domain; may be empty'),
  redirect404: z.string().describe('Destination of visitors to an unknown link; may be empty'),
  links: z.int().min(0).describe('Number of links on it'),
  items: z.int().min(0).describe('Number of QR codes and bio pages on it'),
  dns: z.enum(dnsStates).describe('Whether its name points to this service'),
  dns_checked: dateTimeView.nullable().describe('Time of the last lookup; null = not yet'),
  verified: z.boolean().describe('Whether the owner has verified the name'),
  verified_by: z
    .enum(proofKinds)
    .nullable()
    .describe(
      'How: `address` if the name points to this server, `txt` if its TXT record contains the token; null = not verified',
    ),
  taken: z
    .boolean()
    .describe('Whether another user verified the name, a parent or a subdomain of it; then its links do not work'),
  date: dateTimeView,
});

const proofView = z.strictObject({
  name: z.string().describe('The name of the TXT record'),
  value: z.string().describe('The token that the record must contain'),
});

const recordView = z.strictObject({
  type: z.enum(['CNAME', 'A', 'AAAA']),
  name: z.string().describe('The name that has the record'),
  value: z.string().nullable().describe('Value to set; null while the address of the main host is unknown'),
});

export const domainPage = pageAnswer('domains', domainView.extend({ body: bodyView, ...ownerViews }));

export const getDomainAnswer = answerOf({
  details: domainView.extend({
    records: z.array(recordView).describe('DNS records to set; empty if BASE_URL is not set'),
    proof: proofView.describe('The TXT record that verifies the domain, wherever its name points'),
    ...wellKnownViews,
  }),
});

export const createDomainAnswer = answerOf({
  id: idField,
  ...warningViews,
});

export const verifyDomainAnswer = messageAnswer('Domain has been verified successfully.').extend({
  verified: z.literal(true),
  verified_by: z.enum(proofKinds).describe('Whether its address or its TXT record verified it'),
});

export const updateDomainAnswer = messageAnswer('Domain has been updated successfully.');

export const deleteDomainAnswer = messageAnswer('Domain has been deleted successfully.').extend({
  moved: z.int().min(0).describe('Number of links moved to the main host'),
  renamed: z
    .array(z.strictObject({ id: idField, from: z.string(), to: z.string() }))
    .describe('Moved links whose alias was taken, with their old and new alias'),
});

export type NewDomain = z.output<typeof createDomainBody>;
export type DomainChange = z.output<typeof updateDomainBody>;
export type DomainView = z.output<typeof domainView>;
export type DnsRecord = z.output<typeof recordView>;

/** Formats DNS records as in a zone file; omits records whose value is not known yet. */
export function formatRecords(records: (Omit<DnsRecord, 'type'> & { type: string })[]): string {
  return records
    .filter(({ value }) => value !== null)
    .map(({ type, name, value }) => `${name} ${type} ${value}`)
    .join(', ');
}
