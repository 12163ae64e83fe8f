import { failure } from '../../core/errors.ts';

/** A group of links with its own statistics, rotator and list page. */
export interface Campaign {
  id: number;
  userId: number;
  name: string;
  /** The name in its URLs, unique across all users; without a slug there is no rotator. */
  slug: string | null;
  /** Whether its rotator and its list page are public. */
  isPublic: boolean;
  /** How many links it contains. */
  linkCount: number;
  createdAt: number;
}

export const UNTITLED_CAMPAIGN = 'Untitled campaign';

const NUMBER = /^[1-9]\d{0,14}$/;

/** The URL of the rotator; false if there is none. */
export function rotatorUrlOf(baseUrl: string, { slug }: Pick<Campaign, 'slug'>): string | false {
  return slug === null ? false : `${baseUrl}/r/${slug}`;
}

/** The URL of the list page. It has the id instead of a slug of digits only, which could be the id of another campaign. */
export function listUrlOf(baseUrl: string, username: string, { id, slug }: Pick<Campaign, 'id' | 'slug'>): string {
  const name = slug === null || /^\d+$/.test(slug) ? id : slug;
  return `${baseUrl}/u/${username}/${name}`;
}

/** Parses the last part of a list page URL as an id. */
export function idInAddress(name: string): number | undefined {
  return NUMBER.test(name) ? Number(name) : undefined;
}

export const campaignNotFound = failure('not_found', 'campaign_not_found', 'Get the ID from `GET /api/campaigns`.');

export const campaignSlugTaken = failure(
  'conflict',
  'campaign_slug_taken',
  'Choose another `slug`, or omit it for a campaign without a rotator.',
);
