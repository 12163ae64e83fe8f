import type { Db } from '../db/db.ts';
import { OTHER, type WordCount } from '../rollups/rollup.ts';
import { readTotal, versionOf } from '../rollups/rollup-read.store.ts';
import type { Subject } from '../rollups/subject.ts';
import type { WordTextCache } from './word-text-cache.ts';

const TOP = 10;

const networks = ['facebook', 'twitter', 'google'] as const;
type Network = (typeof networks)[number];

/** Counts by name, largest first; 0 if there are none. */
export type TopCounts<Count> = Record<string, Count> | 0;

/** The statistics that the API returns beside the details of a subject. */
export interface Overview<Count> {
  clicks: number;
  uniqueClicks: number;
  topCountries: TopCounts<Count>;
  topReferrers: TopCounts<Count>;
  topBrowsers: TopCounts<Count>;
  topOs: TopCounts<Count>;
  socialCount: Record<Network, number>;
}

/** Converts the counts of the lists: those of a QR code are strings. */
export function showCounts<Count>(overview: Overview<number>, show: (count: number) => Count): Overview<Count> {
  function showTop(top: TopCounts<number>): TopCounts<Count> {
    return top && Object.fromEntries(Object.entries(top).map(([name, count]) => [name, show(count)]));
  }
  const { topCountries, topReferrers, topBrowsers, topOs } = overview;
  const shown = {
    topCountries: showTop(topCountries),
    topReferrers: showTop(topReferrers),
    topBrowsers: showTop(topBrowsers),
    topOs: showTop(topOs),
  };
  // The order of the fields stays the same, because people read responses too.
  return { ...overview, ...shown };
}

/** Reads the overview from the total rollup, with the version that it is valid for. */
export async function readOverview(
  db: Db,
  words: WordTextCache,
  subject: Subject,
): Promise<{ version: string; value: Overview<number> }> {
  const rollup = await readTotal(db, subject);
  const countries = rollup.top('country', TOP);
  const referrers = rollup.top('referrer', TOP);
  const browsers = rollup.top('browser', TOP);
  const systems = rollup.top('os', TOP);
  const socials = rollup.top('social', Number.POSITIVE_INFINITY);
  const ids = [countries, referrers, browsers, systems, socials].flat().map(({ word }) => word);
  const texts = await words.read(ids);

  function nameTop(top: WordCount[]): TopCounts<number> {
    const named = top.flatMap(({ word, count }): [string, number][] => {
      const text = word === OTHER ? undefined : texts.get(word);
      return text === undefined ? [] : [[text, count]];
    });
    return named.length > 0 ? Object.fromEntries(named) : 0;
  }

  function countNetwork(network: Network): number {
    return socials.find(({ word }) => texts.get(word) === network)?.count ?? 0;
  }

  const value = {
    clicks: rollup.clicks,
    uniqueClicks: rollup.visitors.count(),
    topCountries: nameTop(countries),
    topReferrers: nameTop(referrers),
    topBrowsers: nameTop(browsers),
    topOs: nameTop(systems),
    socialCount: {
      facebook: countNetwork('facebook'),
      twitter: countNetwork('twitter'),
      google: countNetwork('google'),
    },
  };
  return { version: versionOf(rollup), value };
}
