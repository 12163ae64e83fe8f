import type { Selectable } from 'kysely';
import { sha256 } from '../../lib/token.ts';
import { readApp, writeApp } from './app-target.ts';
import type { LinkTable } from './link.table.ts';
import type { Link, LinkSummary } from './link.ts';
import { readRules, writeRules } from './rules/link-rules.ts';

/** The columns of a link that its service writes; ids, counts and the campaign are written separately. */
export type LinkRecord = Omit<
  Link,
  | 'id'
  | 'userId'
  | 'spentClicks'
  | 'clicks'
  | 'importedClicks'
  | 'createdAt'
  | 'campaignId'
  | 'campaignWeight'
  | 'unframed'
>;

/** The columns of a summary. */
export const summaryColumns = [
  ...([
    'id',
    'user_id',
    'domain_id',
    'alias',
    'url',
    'description',
    'password_hash',
    'expires_at',
    'starts_at',
  ] as const),
  ...(['max_clicks', 'spent_clicks', 'status', 'disabled_by', 'rules', 'meta_title', 'meta_description'] as const),
  ...(['clicks', 'created_at', 'campaign_id'] as const),
];

export type SummaryRow = Pick<Selectable<LinkTable>, (typeof summaryColumns)[number]>;

/** Converts a row to a summary. */
export function toSummary(row: SummaryRow): LinkSummary {
  const { rules, unknownRules, routingRules, parameters } = readRules(row.rules);
  return {
    id: row.id,
    userId: row.user_id,
    domainId: row.domain_id,
    alias: row.alias,
    url: row.url,
    description: row.description,
    passwordHash: row.password_hash,
    expiresAt: row.expires_at,
    startsAt: row.starts_at,
    maxClicks: row.max_clicks,
    spentClicks: row.spent_clicks,
    status: row.status,
    disabledBy: row.disabled_by ?? (row.status === 'disabled' ? 'owner' : null),
    rules,
    unknownRules,
    routingRules,
    parameters,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    clicks: row.clicks,
    createdAt: row.created_at,
    campaignId: row.campaign_id,
  };
}

/** Converts a row to a link. */
export function toLink(row: Selectable<LinkTable>): Link {
  return {
    ...toSummary(row),
    type: row.type,
    interstitialId: row.interstitial_id,
    expiryUrl: row.expiry_url,
    isQueryForwarded: row.forward_query === 1,
    redirectCode: row.redirect_code,
    metaImage: row.meta_image,
    importedClicks: row.imported_clicks,
    campaignWeight: row.campaign_weight,
    unframed: row.unframed === null ? [] : (JSON.parse(row.unframed) as string[]),
    app: readApp(row.app),
    leavesApps: row.escapes === 1,
  };
}

/** The hash in the index that finds links by URL. */
export function hashUrl(url: string): string {
  return sha256(url).slice(0, 16);
}

/** Converts a link to the columns of its row. */
export function toRow(link: LinkRecord) {
  return {
    domain_id: link.domainId,
    alias: link.alias,
    url: link.url,
    url_hash: hashUrl(link.url),
    description: link.description,
    type: link.type,
    interstitial_id: link.interstitialId,
    password_hash: link.passwordHash,
    expires_at: link.expiresAt,
    starts_at: link.startsAt,
    expiry_url: link.expiryUrl,
    max_clicks: link.maxClicks,
    status: link.status,
    disabled_by: link.disabledBy,
    forward_query: link.isQueryForwarded ? 1 : 0,
    redirect_code: link.redirectCode,
    rules: writeRules(link),
    meta_title: link.metaTitle,
    meta_description: link.metaDescription,
    meta_image: link.metaImage,
    app: writeApp(link.app),
    escapes: link.leavesApps ? 1 : 0,
    search_words: `${link.metaTitle} ${link.description} ${link.metaDescription}`.toLowerCase(),
  };
}
