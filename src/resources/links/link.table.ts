import type { Generated } from 'kysely';
import type { DisabledBy } from '../../core/take-down.ts';
import type { LinkStatus, LinkType, RedirectCode } from './link.ts';

export interface LinkTable {
  id: Generated<number>;
  user_id: number;
  /** 0 is the main host. NULL would allow the same alias twice, because a unique index treats NULLs as different. */
  domain_id: number;
  alias: string;
  url: string;
  /** A hash for finding links with the same URL, because a URL is too long for an index. */
  url_hash: string;
  description: string;
  type: LinkType;
  interstitial_id: number | null;
  password_hash: string | null;
  expires_at: number | null;
  starts_at: number | null;
  expiry_url: string | null;
  max_clicks: number | null;
  /** Clicks used so far; up to date only for links with max_clicks. */
  spent_clicks: Generated<number>;
  status: LinkStatus;
  /** Null if it is active, or if its owner disabled it before this column existed. */
  disabled_by: Generated<DisabledBy | null>;
  forward_query: number;
  redirect_code: RedirectCode;
  /** Rules and parameters as JSON, see rules/link-rules.ts; NULL if there are none. */
  rules: string | null;
  meta_title: string;
  meta_description: string;
  meta_image: string;
  /** Title and both descriptions in lower case: the database engines fold only A to Z. */
  search_words: string;
  /** All clicks, including the imported ones. */
  clicks: Generated<number>;
  /** The clicks that another service had counted before the link was imported; no statistics contain them. */
  imported_clicks: Generated<number>;
  created_at: number;
  campaign_id: Generated<number | null>;
  /** Its weight in the rotator of its campaign, 1 to 1000. */
  campaign_weight: Generated<number>;
  /** A JSON list of destinations that cannot be framed; NULL if they have not been checked. */
  unframed: Generated<string | null>;
  /** The apps that open the link as JSON, see app-target.ts; NULL if there are none. */
  app: Generated<string | null>;
  /** 1 if visitors in the browser of an app get a page that opens their own browser. */
  escapes: Generated<number>;
  /** How many recorded states the link has had; see `db/record-change.ts`. */
  version: Generated<number>;
}

export interface LinkTagTable {
  link_id: number;
  user_id: number;
  tag: string;
  /** The order in which the tags were given; the same for all tags that are older than this column. */
  position: Generated<number>;
}

export interface LinkPixelTable {
  link_id: number;
  pixel_id: number;
}
