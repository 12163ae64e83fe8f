import { formatDateTime, formatOptional } from '../../../lib/date-time.ts';
import type { Link } from '../link.ts';
import { formatType } from '../link.type.ts';
import { stateOf } from '../link-state.ts';
import { listRules } from '../rules/link-rules.ts';
import { viewRouting } from '../rules/routing-rule.ts';

/** A link with everything that a line of the file shows. */
export interface ExportedLink {
  link: Link;
  shorturl: string;
  tags: string[];
  campaignName: string | null;
  channels: string[];
  pixels: number[];
}

type Cell = string | number;

function formatFlag(isSet: boolean): string {
  return isSet ? 'yes' : 'no';
}

/** A list as JSON; empty without entries. */
function formatList(list: object[]): string {
  return list.length === 0 ? '' : JSON.stringify(list);
}

/** The name of each column and its cells. An import reads every column that has the same meaning in another account. */
const CELLS: Record<string, (row: ExportedLink, now: number) => Cell> = {
  id: ({ link }) => link.id,
  short_url: ({ shorturl }) => shorturl,
  url: ({ link }) => link.url,
  title: ({ link }) => link.metaTitle,
  description: ({ link }) => link.description,
  tags: ({ tags }) => tags.join(', '),
  campaign: ({ campaignName }) => campaignName ?? '',
  channels: ({ channels }) => channels.join(', '),
  created: ({ link }) => formatDateTime(link.createdAt),
  clicks: ({ link }) => link.clicks,
  status: ({ link }) => link.status,
  state: ({ link }, now) => stateOf(link, now),
  starts: ({ link }) => formatOptional(link.startsAt) ?? '',
  expiry: ({ link }) => formatOptional(link.expiresAt) ?? '',
  expiry_url: ({ link }) => link.expiryUrl ?? '',
  max_clicks: ({ link }) => link.maxClicks ?? '',
  password: ({ link }) => (link.passwordHash === null ? '' : 'yes'),
  type: ({ link }) => formatType(link),
  redirect_code: ({ link }) => link.redirectCode,
  forward_query: ({ link }) => formatFlag(link.isQueryForwarded),
  parameters: ({ link }) =>
    String(new URLSearchParams(link.parameters.map(({ name, value }): [string, string] => [name, value]))),
  geotarget: ({ link }) => formatList(listRules(link.rules, 'geotarget')),
  devicetarget: ({ link }) => formatList(listRules(link.rules, 'devicetarget')),
  languagetarget: ({ link }) => formatList(listRules(link.rules, 'languagetarget')),
  rules: ({ link }) => formatList(viewRouting(link.routingRules)),
  pixels: ({ pixels }) => pixels.join(', '),
  metadescription: ({ link }) => link.metaDescription,
  metaimage: ({ link }) => link.metaImage,
  app: ({ link }) => (link.app === null ? '' : JSON.stringify(link.app)),
  escape: ({ link }) => formatFlag(link.leavesApps),
};

export const exportColumns: readonly string[] = Object.keys(CELLS);

/** The cells of one link, in the order of the columns. */
export function toCells(row: ExportedLink, now: number): Cell[] {
  return Object.values(CELLS).map((cellOf) => cellOf(row, now));
}
