import { failure } from '../../core/errors.ts';
import { type DisabledBy, type PublishedStatus, publishedStatuses } from '../../core/take-down.ts';
import { parseHex } from '../../pages/bio/colour.ts';
import { hasReadableAccent, type ThemeName } from '../../pages/bio/themes.ts';
import type { Block } from './bio.block.ts';

export const bioStatuses = ['published', 'draft'] as const;
export type BioStatus = (typeof bioStatuses)[number];

/** What `status` in a body may be: `active` and `disabled` leave it as it is whether the page is published or a draft. */
export const sentBioStatuses = [...bioStatuses, ...publishedStatuses] as const;
type SentBioStatus = (typeof sentBioStatuses)[number];

/** Whether a body enables a page or disables it; every status but `disabled` enables it. */
export function readPublishedStatus(status: SentBioStatus | null | undefined): PublishedStatus | null | undefined {
  return status === 'published' || status === 'draft' ? 'active' : status;
}

/** The status that the API shows. */
export const shownBioStatuses = [...bioStatuses, 'disabled'] as const;
export function bioStatusOf({ status, disabledBy }: Pick<BioPage, 'status' | 'disabledBy'>) {
  return disabledBy === null ? status : ('disabled' as const);
}

/** A page of links under an address of the main host. */
export interface BioPage {
  id: number;
  userId: number;
  name: string;
  /** The last part of its address; no link on the main host has the same. */
  slug: string;
  headline: string;
  text: string;
  /** The number of an uploaded file. */
  avatar: number | null;
  theme: ThemeName;
  /** `#rrggbb`; null for the theme's own. */
  accent: string | null;
  /** The code of the language that it is written in. */
  language: string;
  /** Whether our name stands at its end. */
  hasFooter: boolean;
  status: BioStatus;
  /** Null where it is not disabled; visitors of a disabled page get the 410 page. */
  disabledBy: DisabledBy | null;
  metaTitle: string;
  metaDescription: string;
  views: number;
  createdAt: number;
}

/** A page with its blocks in their order. */
export interface WholeBioPage {
  page: BioPage;
  blocks: Block[];
}

export const MAX_BLOCKS = 100;

/** Each is a picture of some kilobytes in the page itself. */
export const MAX_CODES = 4;

/** The largest page in bytes, without its pictures. */
export const MAX_PAGE_BYTES = 20_000;

/** Where a page is. */
export function bioUrlOf(baseUrl: string, { slug }: Pick<BioPage, 'slug'>): string {
  return `${baseUrl}/${slug}`;
}

/** A caution where words in the owner's colour could not be read on the theme's ground, and take another shade of it. */
export function warnAboutAccent({ accent, theme }: Pick<BioPage, 'accent' | 'theme'>): string | undefined {
  const colour = accent === null ? undefined : parseHex(accent);
  if (!colour || hasReadableAccent(theme, colour)) return undefined;
  return `Words in ${accent} would be hard to read on the ground of the theme ${theme}, so they take a shade of it that is not.`;
}

export const bioNotFound = failure(
  'not_found',
  'bio_not_found',
  'Bio page not found.',
  'Take the id from `GET /api/bio`.',
);

export const bioSlugTaken = failure(
  'conflict',
  'slug_taken',
  'This slug is already taken.',
  'Choose another `slug`; bio pages share their names with the links of the main host. Leave it out to have one made.',
);
