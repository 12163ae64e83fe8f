import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { formatDateTime } from '../../lib/date-time.ts';
import type { Link } from '../../resources/links/link.ts';
import { unprocessable } from './dub-failure.ts';
import { HIDDEN_PASSWORD } from './dub-link.view.ts';
import { applyParameters, keepParameters } from './dub-link-url.ts';
import { dropUndefined } from './dub-route.ts';
import type { TagNames } from './dub-tag.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.union([z.string(), z.array(z.string()).max(50)]).nullish();

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false || Bun.deepEquals(value, []);
}

/** A field that this server cannot keep: refused with a value, so that nothing is lost unnoticed. */
export const unkept = z
  .unknown()
  .refine(isNothing, 'This server cannot store this field; send null or omit it.')
  .optional();

const momentField = z
  .string()
  .refine((value) => value === '' || (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))), {
    message: 'Invalid date; send it in ISO 8601.',
  })
  .nullish();

const changeFields = {
  url: z.string().min(1).optional(),
  domain: text,
  key: text,
  comments: text,
  expiresAt: momentField,
  expiredUrl: text,
  password: text,
  proxy: flag,
  title: text,
  description: text,
  image: text,
  rewrite: flag,
  ios: text,
  android: text,
  geo: z.record(z.string(), z.string()).nullish(),
  tagId: text,
  tagIds: texts,
  tagNames: texts,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  ref: text,
  externalId: unkept,
  tenantId: unkept,
  programId: unkept,
  partnerId: unkept,
  folderId: unkept,
  trackConversion: unkept,
  archived: unkept,
  video: unkept,
  doIndex: unkept,
  publicStats: unkept,
  testVariants: unkept,
  testStartedAt: unkept,
  testCompletedAt: unkept,
  webhookIds: unkept,
  dashboard: unkept,
};

/** The body of a change. */
export const dubLinkChange = z.object(changeFields);

/** The body of a new link. */
export const dubNewLink = z.object({
  ...changeFields,
  url: z.string().min(1),
  keyLength: z.number().int().min(3).max(100).nullish(),
  prefix: z
    .string()
    .refine((value) => !value.includes('/'), 'Short links here have no slash; send a prefix without one.')
    .nullish(),
});

/** What a change of many links may contain: nothing that only one of them can have. */
export const dubBulkChange = z.object({ ...changeFields, key: unkept, domain: unkept });

export type DubLinkChange = z.output<typeof dubLinkChange>;
export type DubNewLink = z.output<typeof dubNewLink>;

// Without the letters and digits that look alike.
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const DEFAULT_KEY_LENGTH = 7;

function trimKey(key: string): string {
  return key.replace(/^\/+|\/+$/g, '');
}

/** The alias that a new link asks for; undefined for a random one of this server. */
export function chooseKey({ key, keyLength, prefix }: DubNewLink): string | undefined {
  if (key) return trimKey(key);
  if (!keyLength && !prefix) return undefined;
  const length = keyLength ?? DEFAULT_KEY_LENGTH;
  const random = Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return (prefix ?? '') + random;
}

function listOf(value: string | string[] | null | undefined): string[] {
  return [value ?? []]
    .flat()
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The names of the tags that a body sets; undefined if it sets none. */
function readTags({ tagId, tagIds, tagNames }: DubLinkChange, known: TagNames): string[] | undefined {
  if (tagId === undefined && tagIds === undefined && tagNames === undefined) return undefined;
  const ids = [...listOf(tagIds), ...listOf(tagId)];
  const named = ids.map((id) => {
    const name = known.nameOf(id);
    if (name === undefined) throw unprocessable(`invalid_value: tagIds: There is no tag with the ID ${id}.`);
    return name;
  });
  // Dub ignores the case of names.
  const saved = new Map(known.saved.map(({ name }) => [name.toLowerCase(), name]));
  const given = [tagNames ?? []].flat().map((name) => name.trim());
  return [...new Set([...named, ...given.filter(Boolean).map((name) => saved.get(name.toLowerCase()) ?? name)])];
}

/** The entries for devices that a body changes, and all others of the link. */
function changeDevices({ ios, android }: DubLinkChange, link: Link | undefined) {
  if (ios === undefined && android === undefined) return undefined;
  const given = { ios, android };
  const kept = (link?.rules ?? []).flatMap((rule) =>
    rule.kind === 'device' && given[rule.device as keyof typeof given] === undefined
      ? [{ device: rule.device as string, link: rule.link }]
      : [],
  );
  const set = Object.entries(given).flatMap(([device, href]) => (href ? [{ device, link: href }] : []));
  return [...set, ...kept];
}

/** The entries for countries that a body sets; those for regions, which Dub does not know, stay. */
function changeCountries({ geo }: DubLinkChange, link: Link | undefined) {
  if (geo === undefined) return undefined;
  const kept = (link?.rules ?? []).flatMap((rule) =>
    rule.kind === 'location' && rule.region !== '' ? [{ location: rule.location, link: rule.link }] : [],
  );
  return [...Object.entries(geo ?? {}).map(([location, href]) => ({ location, link: href })), ...kept];
}

function readMoment(value: string | null | undefined): string | null | undefined {
  return value ? formatDateTime(Math.floor(Date.parse(value) / 1000) * 1000) : value;
}

function readPassword(value: string | null | undefined): string | null | undefined {
  return value === HIDDEN_PASSWORD ? undefined : value;
}

/** Dub shows a preview only with `proxy`; this server always shows the title, description and image that a link has. */
function assertPreview({ proxy, title, description, image }: DubLinkChange, link: Link | undefined): void {
  const has = (given: string | null | undefined, stored = '') => Boolean(given === undefined ? stored : given);
  if (proxy !== true) return;
  if (has(title, link?.metaTitle) || has(description, link?.metaDescription) || has(image, link?.metaImage)) return;
  throw unprocessable('invalid_value: proxy: A preview needs a title, a description or an image.');
}

function readType({ rewrite }: DubLinkChange, link: Link | undefined): string | undefined {
  if (rewrite === true) return 'frame';
  return rewrite === false && link?.type === 'frame' ? 'direct' : undefined;
}

/** The fields of our API that a body sets; `link` is the link that changes. */
export function toOurBody(body: DubLinkChange, tagNames: TagNames, link?: Link) {
  assertPreview(body, link);
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content, ref } = body;
  const parameters = { utm_source, utm_medium, utm_campaign, utm_term, utm_content, ref };
  const url = applyParameters(body.url ?? link?.url ?? '', parameters);
  const newUrl = body.url === undefined ? undefined : url;
  const given = dropUndefined({
    parameters: link && link.parameters.length > 0 ? keepParameters(link.parameters, newUrl, parameters) : undefined,
    domain: body.domain ?? undefined,
    description: body.comments,
    expiry: readMoment(body.expiresAt),
    expiry_url: body.expiredUrl,
    password: readPassword(body.password),
    metatitle: body.title,
    metadescription: body.description,
    metaimage: body.image,
    type: readType(body, link),
    geotarget: changeCountries(body, link),
    devicetarget: changeDevices(body, link),
    tags: readTags(body, tagNames),
  });
  return { url, ...given };
}
