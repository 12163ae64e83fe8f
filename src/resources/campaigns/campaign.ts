import { failure } from '../../core/errors.ts';

/** A group of links with statistics, a rotator and a list page of its own. */
export interface Campaign {
  id: number;
  userId: number;
  name: string;
  /** The name in its addresses, unique over all users; without one there is no rotator. */
  slug: string | null;
  /** Whether strangers may see its rotator and its list page. */
  isPublic: boolean;
  /** How many links are in it. */
  linkCount: number;
  createdAt: number;
}

export const UNTITLED_CAMPAIGN = 'Untitled campaign';

/** What a slug is made of. */
export const SLUG = /^[A-Za-z0-9_-]{1,100}$/;

const NUMBER = /^[1-9]\d{0,14}$/;

/** Where the rotator is; false where there is none. */
export function rotatorUrlOf(baseUrl: string, { slug }: Pick<Campaign, 'slug'>): string | false {
  return slug === null ? false : `${baseUrl}/r/${slug}`;
}

/** Where the list page is. A slug of digits alone could be the id of another campaign, so that the id stands in its place. */
export function listUrlOf(baseUrl: string, username: string, { id, slug }: Pick<Campaign, 'id' | 'slug'>): string {
  const name = slug === null || /^\d+$/.test(slug) ? id : slug;
  return `${baseUrl}/u/${username}/${name}`;
}

/** The id that the last part of a list page's address may be. */
export function idInAddress(name: string): number | undefined {
  return NUMBER.test(name) ? Number(name) : undefined;
}

export const campaignNotFound = failure(
  'not_found',
  'campaign_not_found',
  'Campaign not found.',
  'Take the id from `GET /api/campaigns`.',
);

export const campaignSlugTaken = failure(
  'conflict',
  'campaign_slug_taken',
  'This slug is already taken.',
  'Choose another `slug`, or leave it out for a campaign without a rotator.',
);
