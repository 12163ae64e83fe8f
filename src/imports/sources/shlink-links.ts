import { fieldError } from '../../core/errors.ts';
import type { SourceClick, SourceLink, SourceMiss } from '../source.ts';
import { countIn, dateIn, type JsonObject, objectIn, textIn } from './json-fields.ts';
import { toDate, toTitle, withoutEmpty } from './link-texts.ts';
import type { ShlinkVisit } from './shlink-api.ts';
import { readShlinkRules } from './shlink-rules.ts';

/** A short URL and what its import needs. */
export interface ShortUrl {
  ref: string;
  code: string;
  domain: string | null;
  created: number;
  total: number;
  json: JsonObject;
}

/** Reads a short URL of a list. */
export function toShortUrl(json: JsonObject): ShortUrl {
  const domain = textIn(json, 'domain') || null;
  const code = textIn(json, 'shortCode');
  const created = dateIn(json, 'dateCreated') ?? 0;
  // A code can be given again after its link was deleted.
  const ref = `${domain ?? ''}/${code} ${created}`;
  const summary = objectIn(json, 'visitsSummary');
  return { ref, code, domain, created, total: countIn(summary, 'total') || countIn(json, 'visitsCount'), json };
}

/** The link of a short URL; `rulesResponse` is undefined if it has no rules. */
export function toShlinkLink({ ref, code, domain, created, json }: ShortUrl, rulesResponse: unknown): SourceLink {
  const meta = objectIn(json, 'meta');
  const { rules, unknown } = readShlinkRules(rulesResponse);
  const tags = Array.isArray(json.tags) ? json.tags.filter((tag) => typeof tag === 'string') : [];
  const body = withoutEmpty({
    url: textIn(json, 'longUrl'),
    custom: code,
    created: toDate(created),
    metatitle: toTitle(textIn(json, 'title')),
    tags: tags.length > 0 ? tags : undefined,
    starts: toDate(dateIn(meta, 'validSince')),
    expiry: toDate(dateIn(meta, 'validUntil')),
    max_clicks: countIn(meta, 'maxVisits') || undefined,
    forward_query: json.forwardQuery === false ? false : undefined,
    rules: rules.length > 0 ? rules : undefined,
  });
  const host = domain ?? URL.parse(textIn(json, 'shortUrl'))?.host ?? null;
  // A link without one of its rules would send visitors elsewhere.
  const problems = [...new Set(unknown)].map((condition) => fieldError('rules', 'condition_unknown', { condition }));
  return { ref, domain: host, body, problems };
}

/** A visit with everything that Shlink reports about it. */
export function toShlinkClick({ at, json }: ShlinkVisit): SourceClick {
  const place = objectIn(json, 'visitLocation');
  return {
    at,
    isBot: json.potentialBot === true,
    country: textIn(place, 'countryCode') || textIn(place, 'countryName'),
    region: textIn(place, 'regionName'),
    city: textIn(place, 'cityName'),
    referrer: textIn(json, 'referer'),
    userAgent: textIn(json, 'userAgent'),
  };
}

/** A visit to a code that does not exist; undefined for other orphan visits. */
export function toShlinkMiss({ at, json }: ShlinkVisit): SourceMiss | undefined {
  const url = URL.parse(textIn(json, 'visitedUrl'));
  const isMissing = textIn(json, 'type') === 'invalid_short_url';
  return url && isMissing ? { domain: url.host, code: url.pathname.slice(1), at, count: 1 } : undefined;
}
