import { withQuery } from '../../lib/url.ts';
import type { Link } from '../../resources/links/link.ts';
import { readUtm } from './dub-link-url.ts';
import type { TagNames } from './dub-tag.ts';

/** What stands for a password: only its hash is stored. A change with this value keeps the password. */
export const HIDDEN_PASSWORD = '••••••••';

/** What the view of a link needs beside the link. */
interface Shown {
  shortUrl: string;
  tags: string[];
  tagNames: TagNames;
  baseUrl: string;
}

/** The id of a link as Dub writes it. */
export function dubLinkId(id: number): string {
  return `link_${id}`;
}

/** The id of our link; undefined for a text that is not an id. */
export function readLinkId(text: string): number | undefined {
  const digits = /^(?:link_)?([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

function emptyIsNull(text: string): string | null {
  return text === '' ? null : text;
}

function findDevice({ rules }: Link, device: string): string | null {
  return rules.find((rule) => rule.kind === 'device' && rule.device === device)?.link ?? null;
}

/** The destinations of whole countries; Dub has no regions. */
function findGeo({ rules }: Link): Record<string, string> | null {
  const countries = rules.flatMap((rule) =>
    rule.kind === 'location' && rule.region === '' ? [[rule.country, rule.link] as const] : [],
  );
  return countries.length === 0 ? null : Object.fromEntries(countries);
}

/** The destination with the parameters that are set on it. */
export function shownDestination({ url, parameters }: Pick<Link, 'url' | 'parameters'>): string {
  return withQuery(url, parameters, '');
}

/** A link with every field of Dub; clients validate all of them. */
export function toDubLink(link: Link, { shortUrl, tags, tagNames, baseUrl }: Shown) {
  const url = shownDestination(link);
  const shownTags = tags.map((name) => tagNames.show(name));
  const createdAt = toIso(link.createdAt);
  return {
    id: dubLinkId(link.id),
    domain: new URL(shortUrl).host,
    key: link.alias,
    url,
    trackConversion: false,
    externalId: null,
    tenantId: null,
    programId: null,
    partnerId: null,
    archived: false,
    expiresAt: link.expiresAt === null ? null : toIso(link.expiresAt),
    expiredUrl: link.expiryUrl,
    disabledAt: link.status === 'disabled' ? createdAt : null,
    password: link.passwordHash === null ? null : HIDDEN_PASSWORD,
    proxy: [link.metaTitle, link.metaDescription, link.metaImage].some((text) => text !== ''),
    title: emptyIsNull(link.metaTitle),
    description: emptyIsNull(link.metaDescription),
    image: emptyIsNull(link.metaImage),
    video: null,
    rewrite: link.type === 'frame',
    doIndex: false,
    ios: findDevice(link, 'ios'),
    android: findDevice(link, 'android'),
    geo: findGeo(link),
    publicStats: false,
    tags: shownTags,
    folderId: null,
    comments: emptyIsNull(link.description),
    shortLink: shortUrl,
    qrCode: `${baseUrl}/dub/qr?url=${encodeURIComponent(shortUrl)}`,
    ...readUtm(url),
    testVariants: null,
    testStartedAt: null,
    testCompletedAt: null,
    userId: String(link.userId),
    workspaceId: `ws_${link.userId}`,
    clicks: link.clicks,
    leads: 0,
    conversions: 0,
    sales: 0,
    saleAmount: 0,
    lastClicked: null,
    createdAt,
    updatedAt: createdAt,
    tagId: shownTags[0]?.id ?? null,
    projectId: `ws_${link.userId}`,
    webhookIds: [],
  };
}

export type DubLink = ReturnType<typeof toDubLink>;

/** A link in the ranking of analytics. */
export function toTopLink(link: Link, shortUrl: string) {
  return {
    link: dubLinkId(link.id),
    id: dubLinkId(link.id),
    domain: new URL(shortUrl).host,
    key: link.alias,
    shortLink: shortUrl,
    url: shownDestination(link),
    title: emptyIsNull(link.metaTitle),
    comments: emptyIsNull(link.description),
    folderId: null,
    partnerId: null,
    createdAt: toIso(link.createdAt),
  };
}
