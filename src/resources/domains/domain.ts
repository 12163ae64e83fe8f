import { getDomain } from 'tldts';
import { type ApiMessage, warning } from '../../core/api-messages.ts';
import { type AppError, type FieldProblem, failure, failureWithParams, toFieldError } from '../../core/errors.ts';
import { isLoopbackName } from '../../lib/ip.ts';
import { isDnsName } from '../../lib/url.ts';
import { MAIN_DOMAIN } from './main-domain.ts';

export { MAIN_DOMAIN } from './main-domain.ts';

/** Where a domain points, according to DNS. */
export const dnsStates = ['pointing', 'elsewhere', 'missing', 'unknown'] as const;
export type DnsState = (typeof dnsStates)[number];

export type Scheme = 'http' | 'https';

/** How a name was verified: it points to our address, or its TXT record has the token of the owner. */
export const proofKinds = ['address', 'txt'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** A parsed domain in lower-case punycode; the host includes the port if there is one, the name never does. */
export interface DomainAddress {
  scheme: Scheme;
  host: string;
  name: string;
}

/** A branded domain. */
export interface Domain extends DomainAddress {
  id: number;
  userId: number;
  redirectRoot: string | null;
  redirect404: string | null;
  linkCount: number;
  dns: DnsState;
  dnsCheckedAt: number | null;
  /** Null for an unverified claim. */
  verifiedAt: number | null;
  verifiedBy: ProofKind | null;
  createdAt: number;
}

/** The maximum number of domains of a user that differ only by port; every lookup of the name reads all of them. */
export const MAX_PORTS = 20;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_NAME = 253;

function problemOf(name: string): FieldProblem | undefined {
  if (isLoopbackName(name) || /(^|\.)(localhost|localdomain)$/.test(name)) return { code: 'loopback' };
  if (name.startsWith('[') || /(^|\.)\d+$/.test(name)) return { code: 'ip_address' };
  if (name.includes('*')) return { code: 'wildcard' };
  if (name.length > MAX_NAME) return { code: 'too_long', params: { max: MAX_NAME } };
  if (!name.includes('.')) return { code: 'missing_dot' };
  if (!isDnsName(name) || !name.split('.').every((label) => LABEL.test(label))) return { code: 'not_a_domain' };
  if (isPublicSuffix(name)) return { code: 'public_suffix' };
  return undefined;
}

function isPublicSuffix(name: string): boolean {
  return getDomain(name, { allowPrivateDomains: true }) === null;
}

/** Parses a domain by the WHATWG rules and validates it; nothing may follow the host. */
export function parseDomain(text: string): DomainAddress | { problem: FieldProblem } {
  const url = URL.parse(text);
  if (!url) return { problem: { code: 'not_a_domain' } };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: { code: 'not_http' } };
  if (url.username !== '' || url.password !== '') return { problem: { code: 'has_credentials' } };
  if (url.href !== `${url.origin}/`) return { problem: { code: 'has_path' } };
  const name = url.hostname.replace(/\.$/, '');
  const problem = problemOf(name);
  if (problem !== undefined) return { problem };
  const host = url.port === '' ? name : `${name}:${url.port}`;
  return { scheme: url.protocol === 'http:' ? 'http' : 'https', host, name };
}

/** Parses host and name of an existing domain as a user may type it: with or without a scheme, in any case. */
export function readHost(text: string): Pick<DomainAddress, 'host' | 'name'> | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url) return undefined;
  const name = url.hostname.replace(/\.$/, '');
  return { name, host: url.port === '' ? name : `${name}:${url.port}` };
}

/** Picks the domain for a host: the one with its port, otherwise the one without a port. */
export function chooseByHost<Found extends Pick<DomainAddress, 'host' | 'name'>>(
  found: Found[],
  host: string,
): Found | undefined {
  return found.find((domain) => domain.host === host) ?? found.find((domain) => domain.host === domain.name);
}

/** The start of every short URL on the domain. */
export function originOf({ scheme, host }: Pick<DomainAddress, 'scheme' | 'host'>): string {
  return `${scheme}://${host}`;
}

/** A name on a host as one text: the name itself on the main host, `DOMAIN/name` on a branded domain. */
export function hostedNameOf(domainId: number, name: string): string {
  return domainId === MAIN_DOMAIN ? name : `${domainId}/${name}`;
}

/** The parents of a name, nearest first: `b.c` and `c` for `a.b.c`. */
export function parentsOf(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}

/** Whether the name is a subdomain of the other, at any depth. */
export function isUnder(name: string, parent: string): boolean {
  return name.endsWith(`.${parent}`);
}

/** The labels in reverse order, `com.example.go`: all subdomains of a name sort between `com.example.` and `com.example/`. */
export function reverseLabels(name: string): string {
  return name.split('.').reverse().join('.');
}

/**
 * The name to lock while a claim or a verification is stored. It is the last two labels, because a parent and its child can have
 * different registrable domains (amazonaws.com, bucket.s3.amazonaws.com).
 */
export function lockNameOf(name: string): string {
  return name.split('.').slice(-2).join('.');
}

/** Whether the name is a registrable domain, which cannot have a CNAME beside its other records. */
export function isApex(name: string): boolean {
  return getDomain(name, { allowPrivateDomains: true }) === name;
}

/** Warns about a name in international characters, which can look like another name. */
export function warnAboutName(name: string): ApiMessage[] {
  if (!name.split('.').some((label) => label.startsWith('xn--'))) return [];
  return [warning('domain_name', { name })];
}

export const domainNotFound = failure('not_found', 'domain_not_found', 'Get the ID from `GET /api/domains`.');

export const domainTaken = failureWithParams(
  'conflict',
  'domain_taken',
  'Read `errors`. Choose another name, set the DNS record if the name is yours, or ask an administrator.',
);

/** The failure of a claim to a name that is taken; `problem` says what the caller can do. */
export function refuseTaken(problem: FieldProblem = { code: 'choose_another_name' }): AppError {
  const error = toFieldError('domain', problem);
  return domainTaken({ problem: error.message }, { fields: [error] });
}

export const domainOfAnother = failure(
  'conflict',
  'domain_of_another',
  'Choose another name, or ask the other account to add this one.',
);

export const domainReserved = failure(
  'conflict',
  'domain_reserved',
  'Choose another name. Administrators may add names under the main host.',
);

export const domainNotVerified = failureWithParams(
  'invalid',
  'domain_not_verified',
  'Set one of the DNS records in the message, wait for it to propagate, and try again.',
);

export const domainHasLinks = failure(
  'conflict',
  'domain_has_links',
  'Delete or move them first, or add `?force=1`, which moves them to the main host.',
);
