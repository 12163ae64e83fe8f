import { readBytes } from '../../http/read-input.ts';
import { readFields } from '../../http/request-url.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import type { Exchange } from '../product.ts';
import { readJsonBody } from '../read-body.ts';
import { invalidArgument } from './bitly-refusal.ts';

/** The values of a body. */
export type BitlyInput = Readonly<Record<string, unknown>>;

const BEARER = /^bearer +(\S+) *$/i;
const SCHEME = /^https?:\/\//i;

/** The token of a request. The npm package `bitly` sends it without a scheme. */
export function readBitlyToken({ raw }: Exchange): string | undefined {
  const header = raw.headers.get('Authorization')?.trim() ?? '';
  return BEARER.exec(header)?.[1] ?? (/^\S+$/.test(header) ? header : undefined);
}

/** Reads the body. That of other methods is ignored, but must be read: closing a connection with unread bytes resets it. */
export async function readBitlyBody({ raw, method }: Exchange): Promise<BitlyInput> {
  if (method === 'POST' || method === 'PATCH') return readJsonBody(raw);
  await readBytes(raw);
  return {};
}

/** The text of a field; undefined if it is missing, null or empty. */
export function readText(input: BitlyInput, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalidArgument(name, `${name} must be a string`);
  return value;
}

export function readTags(input: BitlyInput): string[] | undefined {
  const { tags } = input;
  if (tags === undefined || tags === null) return undefined;
  if (!Array.isArray(tags)) throw invalidArgument('tags', 'tags must be a list of strings');
  return tags;
}

/** A time in any form of ISO 8601, also with an offset without a colon, and with the space that an unescaped plus becomes. */
export function parseBitlyTime(text: string): number | undefined {
  const ms = Date.parse(
    text
      .trim()
      .replace(/ (?=\d\d:?\d\d$)/, '+')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );
  return Number.isNaN(ms) ? undefined : ms;
}

/** `2020-02-03T12:06:17+0000`. */
export function formatBitlyTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+0000`;
}

/** `expiration_at` as our API takes it; null clears it, undefined keeps it. */
export function readExpiry(input: BitlyInput): string | null | undefined {
  if (input.expiration_at === undefined) return undefined;
  const text = readText(input, 'expiration_at');
  if (text === undefined) return null;
  const ms = parseBitlyTime(text);
  if (ms === undefined) throw invalidArgument('expiration_at', 'expiration_at must be a time in ISO 8601');
  return formatDateTime(ms);
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === false || Object.keys(Object(value)).length === 0;

/** Throws if a body asks for something that links here do not have. */
export function refuseUnsupported(input: BitlyInput): void {
  for (const name of ['archived', 'deeplinks', 'dynamic_routing']) {
    const value = input[name];
    if (!isNothing(value) || value === true || typeof value === 'number')
      throw invalidArgument(name, `${name} is not supported by this server`);
  }
}

/** Host and alias of a bitlink, which may be written with a scheme; undefined if it is not one. */
export function parseBitlink(text: string): { host: string; alias: string } | undefined {
  const [host = '', alias = '', ...rest] = text.replace(SCHEME, '').split('/');
  return host && alias && rest.length === 0 ? { host: host.toLowerCase(), alias } : undefined;
}

function readCount(text: string | undefined, name: string, fallback: number, max: number): number {
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw invalidArgument(name, `${name} must be a positive number`);
  return Math.min(Number(text), max);
}

const DEFAULT_SIZE = 50;
const MAX_SIZE = 100;

/** Which bitlinks a list has. */
export interface ListQuery {
  size: number;
  /** The id of the last link of the page before. */
  after: number | undefined;
  archived: string;
  filters: { q?: string; tag?: string; created_from?: string; created_to?: string };
}

function readSecond(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,11}$/.test(text)) throw invalidArgument(name, `${name} must be a time in seconds since 1970`);
  return Number(text) * 1000;
}

// Filters that this server does not have, and the values that filter nothing.
const MISSING_FILTERS: Record<string, readonly string[]> = {
  custom_bitlink: ['both'],
  deeplinks: ['both'],
  domain_deeplinks: ['both'],
  modified_after: [],
  modified_before: [],
  campaign_guid: [],
  channel_guid: [],
  encoding_login: [],
};

function refuseMissingFilters(given: Record<string, string>): void {
  for (const [name, harmless] of Object.entries(MISSING_FILTERS)) {
    const value = given[name] ?? '';
    if (value !== '' && !harmless.includes(value))
      throw invalidArgument(name, `${name} is not supported by this server`);
  }
}

/** The one tag of a list; a client may write the name of a list with brackets. */
function readTag(query: string): string | undefined {
  const parameters = new URLSearchParams(query);
  const [tag, ...others] = [...parameters.getAll('tags'), ...parameters.getAll('tags[]')].filter((text) => text !== '');
  if (tag?.includes(',') || others.length > 0)
    throw invalidArgument('tags', 'only one tag is supported by this server');
  return tag;
}

export function readListQuery(query: string): ListQuery {
  const given = readFields(query);
  const { search_after: after = '', archived = 'off', query: q } = given;
  const tag = readTag(query);
  if (!['on', 'off', 'both'].includes(archived)) throw invalidArgument('archived', 'archived must be on, off or both');
  if (after !== '' && !/^[1-9]\d{0,14}$/.test(after)) throw invalidArgument('search_after', 'search_after is invalid');
  refuseMissingFilters(given);
  const from = readSecond(given.created_after, 'created_after');
  const to = readSecond(given.created_before, 'created_before');
  return {
    size: readCount(given.size, 'size', DEFAULT_SIZE, MAX_SIZE),
    after: after === '' ? undefined : Number(after),
    archived,
    filters: {
      ...(q && { q }),
      ...(tag && { tag }),
      ...(from !== undefined && { created_from: formatDateTime(from) }),
      ...(to !== undefined && { created_to: formatDateTime(to) }),
    },
  };
}

/** The values of a metric that are returned. */
export function readSize(query: string): number {
  return readCount(readFields(query).size, 'size', DEFAULT_SIZE, 250);
}
