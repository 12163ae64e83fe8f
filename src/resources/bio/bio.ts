import { type ApiMessage, warning } from '../../core/api-messages.ts';
import { failure } from '../../core/errors.ts';
import { type DisabledBy, type PublishedStatus, publishedStatuses } from '../../core/take-down.ts';
import { parseHex } from '../../pages/bio/color.ts';
import { hasReadableAccent, type ThemeName } from '../../pages/bio/themes.ts';
import type { Block } from './bio.block.ts';

export const bioStatuses = ['published', 'draft'] as const;
export type BioStatus = (typeof bioStatuses)[number];

/** The values of `status` in a body: `active` and `disabled` do not change whether the page is published or a draft. */
export const sentBioStatuses = [...bioStatuses, ...publishedStatuses] as const;
type SentBioStatus = (typeof sentBioStatuses)[number];

/** Whether a body enables or disables a page; every status except `disabled` enables it. */
export function readPublishedStatus(status: SentBioStatus | null | undefined): PublishedStatus | null | undefined {
  return status === 'published' || status === 'draft' ? 'active' : status;
}

/** The status that the API shows. */
export const shownBioStatuses = [...bioStatuses, 'disabled'] as const;
export function bioStatusOf({ status, disabledBy }: Pick<BioPage, 'status' | 'disabledBy'>) {
  return disabledBy === null ? status : ('disabled' as const);
}

/** A public page of links, on the main host or on a branded domain. */
export interface BioPage {
  id: number;
  userId: number;
  /** 0 on the main host. */
  domainId: number;
  name: string;
  /** The last part of its URL; no link on the same host has this alias. */
  slug: string;
  headline: string;
  text: string;
  /** The id of an uploaded file. */
  avatar: number | null;
  theme: ThemeName;
  /** `#rrggbb`; null for the accent color of the theme. */
  accent: string | null;
  /** The code of the language of the page. */
  language: string;
  /** Whether the footer shows the name of the product. */
  hasFooter: boolean;
  status: BioStatus;
  /** Null while it is active; visitors of a disabled page get the 410 page. */
  disabledBy: DisabledBy | null;
  metaTitle: string;
  metaDescription: string;
  views: number;
  createdAt: number;
}

/** The host and the last part of the URL of a page. */
export type BioAddress = Pick<BioPage, 'domainId' | 'slug'>;

/** A page with its blocks in order. */
export interface WholeBioPage {
  page: BioPage;
  blocks: Block[];
}

/** The address of a page without its other fields, to be sent to other processes. */
export function toBioAddress({ domainId, slug }: BioAddress): BioAddress {
  return { domainId, slug };
}

export const MAX_BLOCKS = 100;

/** Limited because each QR code adds some kilobytes to the page. */
export const MAX_CODES = 4;

/** The maximum size of a page in bytes, without its pictures. */
export const MAX_PAGE_BYTES = 20_000;

/** The public URL of a page. */
export function bioUrlOf(origin: string, { slug }: Pick<BioPage, 'slug'>): string {
  return `${origin}/${slug}`;
}

/** Warns that text in the owner's color could not be read on the theme's background, so another shade is used. */
export function warnAboutAccent({ accent, theme }: Pick<BioPage, 'accent' | 'theme'>): ApiMessage | undefined {
  const color = accent === null ? undefined : parseHex(accent);
  if (!color || hasReadableAccent(theme, color)) return undefined;
  return warning('accent', { accent: accent ?? '', theme });
}

export const bioNotFound = failure('not_found', 'bio_not_found', 'Get the ID from `GET /api/bio`.');

export const bioSlugTaken = failure(
  'conflict',
  'slug_taken',
  'Choose another `slug`; bio pages share their names with the links of the same host. Omit it to generate one.',
);
