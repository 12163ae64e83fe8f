import { z } from 'zod';
import { parseInput } from '../../http/read-input.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import {
  createLinkBody,
  type LinkChange,
  linkChangeFields,
  type NewLink,
} from '../../resources/links/link.contract.ts';

import { invalidData } from './problem.ts';
import { parseDate } from './read-request.ts';

// Shlink cuts titles at 512 characters.
const MAX_TITLE = 255;
const MIN_CODE_LENGTH = 4;
const MAX_CODE_LENGTH = 100;
const URL_DELIMITERS = /[:?#[\]@]/;

/** A body whose fields have the right types. */
type Body = Record<string, unknown>;

function readTyped<T>(body: Body, name: string, isRight: (value: unknown) => value is T): T | null | undefined {
  const value = body[name];
  if (value === undefined || value === null) return value;
  if (!isRight(value)) throw invalidData([name]);
  return value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function readDateText(body: Body, name: string): string | null | undefined {
  const text = readTyped(body, name, isText);
  if (text === undefined || text === null || text.trim() === '') return text === undefined ? undefined : null;
  const ms = parseDate(text);
  if (ms === undefined) throw invalidData([name]);
  return formatDateTime(ms);
}

/** Tags in Shlink's form: lower case, and a dash for each space. */
export function normalizeTag(tag: string): string {
  return tag.trim().toLowerCase().replaceAll(' ', '-');
}

function readTags(body: Body): string[] | null | undefined {
  const tags = readTyped(body, 'tags', isTexts);
  return tags && [...new Set(tags.map(normalizeTag))].filter((tag) => tag !== '');
}

/** A slug or a prefix in Shlink's form, where an address has one segment. */
function readSlug(body: Body, name: string): string | undefined {
  const text = readTyped(body, name, isText)?.trim();
  if (!text) return undefined;
  const slug = text.replace(/[ /]/g, '-');
  if (URL_DELIMITERS.test(slug)) throw invalidData([name]);
  return slug;
}

function refuseCrawlable(body: Body): void {
  if (readTyped(body, 'crawlable', isFlag))
    throw invalidData(['crawlable'], { crawlable: 'There is no list of short URLs for crawlers.' });
}

const WITHOUT_PATH = /^(https?:\/\/[^/?#\\\s]+)([?#].*)?$/;

/** A destination as it was sent, if our form of it differs only by the slash after the host: clients compare it. */
export function keepForm(sent: string, href: string): string {
  const text = sent.trim();
  const [, origin, rest = ''] = WITHOUT_PATH.exec(text) ?? [];
  return origin !== undefined && `${origin}/${rest}` === href ? text : href;
}

/** What both a new short URL and a change of one can have, in the names of our API. */
function readShared(body: Body) {
  refuseCrawlable(body);
  return {
    url: readTyped(body, 'longUrl', isText)?.trim(),
    metatitle: readTyped(body, 'title', isText)?.trim().slice(0, MAX_TITLE).trim(),
    tags: readTags(body),
    starts: readDateText(body, 'validSince'),
    expiry: readDateText(body, 'validUntil'),
    max_clicks: readTyped(body, 'maxVisits', isWholeNumber),
    forward_query: readTyped(body, 'forwardQuery', isFlag),
  };
}

/** A request for a new short URL. */
export interface ShortUrlRequest {
  link: NewLink;
  /** The code without the prefix; undefined for a random one. */
  slug: string | undefined;
  prefix: string;
  /** The wanted length of a random code, without the prefix. */
  codeLength: number | undefined;
  isExistingWanted: boolean;
}

export function readNewShortUrl(body: Body, domain: string | null): ShortUrlRequest {
  const { url, metatitle, ...fields } = readShared(body);
  if (!url) throw invalidData(['longUrl']);
  const slug = readSlug(body, 'customSlug');
  const prefix = readSlug(body, 'pathPrefix') ?? '';
  const codeLength = readTyped(body, 'shortCodeLength', isWholeNumber) ?? undefined;
  if (codeLength !== undefined && (codeLength < MIN_CODE_LENGTH || codeLength + prefix.length > MAX_CODE_LENGTH))
    throw invalidData(['shortCodeLength']);
  const isExistingWanted = readTyped(body, 'findIfExists', isFlag) ?? false;
  const link = parseInput(createLinkBody, {
    ...{ url, ...fields, metatitle: metatitle || null, domain },
    ...(slug !== undefined && { custom: prefix + slug }),
  });
  return { link: { ...link, url: keepForm(url, link.url) }, slug, prefix, codeLength, isExistingWanted };
}

const changeBody = z.object(linkChangeFields);

/** The fields of a change; what is omitted stays. */
export function readShortUrlChange(body: Body): LinkChange {
  const { url, tags, forward_query, metatitle, ...clearable } = readShared(body);
  const title = body.title === null || metatitle === '' ? null : metatitle;
  // Shlink reads null as omitted, except where a field can be cleared.
  const kept = { ...(url && { url }), ...(tags && { tags }), ...(isFlag(forward_query) && { forward_query }) };
  if (url === '') throw invalidData(['longUrl']);
  const change = parseInput(changeBody, { ...clearable, ...kept, ...(title !== undefined && { metatitle: title }) });
  return url && change.url !== undefined ? { ...change, url: keepForm(url, change.url) } : change;
}
