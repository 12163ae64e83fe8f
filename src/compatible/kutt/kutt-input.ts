import { readFields } from '../../http/request-url.ts';
import type { Exchange } from '../product.ts';
import { readFormBody, readJsonBody } from '../read-body.ts';
import { LEAST_LIFE_MS, parseKuttDuration } from './kutt-duration.ts';
import { KuttRefusal } from './kutt-refusal.ts';

/** The values of a request, from its JSON or its form. */
export type KuttInput = Readonly<Record<string, unknown>>;

const MAX_URL = 2_040;
const MAX_DESCRIPTION = 2_040;
const ALIAS = /^[A-Za-z0-9_-]{1,64}$/;
const HAS_SCHEME = /^(\w+:|\/\/)/;
const ONLY_BULLETS = /^•+$/;

/** Reads the body, which programs send as JSON or as a form. */
export async function readKuttBody({ raw }: Exchange): Promise<KuttInput> {
  const type = raw.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return readFormBody(raw);
  return readJsonBody(raw);
}

/** The key of a request: in the header, or as `apikey` in the query or the body. */
export function readKuttKey({ raw, query }: Exchange, body: KuttInput): string | undefined {
  const given = raw.headers.get('X-API-Key') || readFields(query).apikey || body.apikey;
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** The text of a field; undefined if it is missing, null or empty. */
function readText(input: KuttInput, name: string, label: string): string | undefined {
  const value = input[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new KuttRefusal(`${label} should be string.`);
  return value;
}

export function readTarget(input: KuttInput): string | undefined {
  const text = readText(input, 'target', 'Target')?.trim();
  if (!text) return undefined;
  if (text.length > MAX_URL) throw new KuttRefusal(`Maximum URL length is ${MAX_URL}.`);
  return HAS_SCHEME.test(text) ? text : `http://${text}`;
}

/** The alias, which is `customurl` in a new link and `address` in a change. */
export function readKuttAlias(input: KuttInput, name: 'customurl' | 'address'): string | undefined {
  const text = readText(input, name, 'Custom URL')?.trim();
  if (!text) return undefined;
  if (text.length > 64) throw new KuttRefusal('Custom URL length must be between 1 and 64.');
  if (!ALIAS.test(text)) throw new KuttRefusal('Custom URL is not valid.');
  return text;
}

/** The new password; null removes it, undefined keeps it. Clients show a password as bullets and send them back unchanged. */
export function readKuttPassword(input: KuttInput): string | null | undefined {
  if (input.password === undefined) return undefined;
  const text = readText(input, 'password', 'Password');
  if (text === undefined) return null;
  if (ONLY_BULLETS.test(text)) return undefined;
  if (text.length < 3 || text.length > 64) throw new KuttRefusal('Password length must be between 3 and 64.');
  return text;
}

export function readDescription(input: KuttInput): string | undefined {
  const text = readText(input, 'description', 'Description')?.trim();
  if (text && text.length > MAX_DESCRIPTION)
    throw new KuttRefusal(`Description length must be between 1 and ${MAX_DESCRIPTION}.`);
  return text || undefined;
}

/** The life of a link in milliseconds. */
export function readLife(input: KuttInput): number | undefined {
  const text = readText(input, 'expire_in', 'Expire time');
  if (text === undefined) return undefined;
  const ms = parseKuttDuration(text);
  if (ms === undefined) throw new KuttRefusal('Expire format is invalid. Valid examples: 1m, 8h, 42 days.');
  if (ms < LEAST_LIFE_MS) throw new KuttRefusal('Expire time should be more than 1 minute.');
  return ms;
}

export function readReuse({ reuse }: KuttInput): boolean {
  if (reuse === undefined || reuse === null || reuse === '') return false;
  if (['true', '1', true, 1].some((word) => word === reuse)) return true;
  if (['false', '0', false, 0].some((word) => word === reuse)) return false;
  throw new KuttRefusal('Reuse must be boolean.');
}

/** The name of a domain, without a scheme. */
export function readHostName(input: KuttInput, name: 'domain' | 'address'): string | undefined {
  const text = readText(input, name, 'Domain')?.trim().toLowerCase();
  return text?.replace(/^https?:\/\//, '').replace(/\/.*$/, '') || undefined;
}

/** The URL to which visitors of the bare domain are sent. */
export function readHomepage(input: KuttInput): string | undefined {
  const text = readText(input, 'homepage', 'Homepage')?.trim();
  if (!text) return undefined;
  const url = HAS_SCHEME.test(text) ? text : `http://${text}`;
  return URL.parse(url)?.href ?? url;
}

function readNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : fallback;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;

/** Which links a list has: `limit` of them after the first `skip`. */
export function readListRange(query: string): { limit: number; skip: number; search: string | undefined } {
  const { limit, skip, search } = readFields(query);
  return {
    limit: Math.min(Math.max(readNumber(limit, DEFAULT_LIMIT), 1), MAX_LIMIT),
    skip: readNumber(skip, 0),
    search: search?.trim() || undefined,
  };
}
