import { type SocialNetwork, socialNetworkOf } from '../../../src/agent/referrer.ts';

/** The names of networks as people know them. */
const names: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  twitter: 'X',
  google: 'Google',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  reddit: 'Reddit',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
};

/** The API's value for clicks without a referrer, as a filter. */
export const DIRECT_REFERRER = 'Direct';

/** The name of a network of the API, such as `twitter`. */
export function networkName(network: string): string {
  return names[network as SocialNetwork] ?? network;
}

/** The name of the network that a host belongs to; the host itself if there is none. */
export function referrerName(host: string): string {
  const network = socialNetworkOf(host);
  return network === '' ? host : networkName(network);
}

/** One entry of the list of referrers, and the filter that selects it. */
export interface ReferrerEntry {
  dimension: 'referrer' | 'social';
  word: string;
  count: number;
}

/**
 * Groups the hosts of a network, and adds the clicks without a referrer. The API counts hosts; the filter `social` selects all hosts
 * of a network, also those that are not in the list.
 */
export function groupReferrers(hosts: Record<string, number>, direct = 0): ReferrerEntry[] {
  const entries = new Map<string, ReferrerEntry>();
  function add(dimension: ReferrerEntry['dimension'], word: string, count: number): void {
    const key = `${dimension} ${word}`;
    const known = entries.get(key);
    if (known) known.count += count;
    else entries.set(key, { dimension, word, count });
  }
  if (direct > 0) add('referrer', DIRECT_REFERRER, direct);
  for (const [host, count] of Object.entries(hosts)) {
    const network = socialNetworkOf(host);
    if (network === '') add('referrer', host, count);
    else add('social', network, count);
  }
  return [...entries.values()].sort((left, right) => right.count - left.count);
}
