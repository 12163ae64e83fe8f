import type { Db } from '../db/db.ts';
import { OTHER, type WordCount } from '../rollups/page.ts';
import { readTotal } from '../rollups/rollup.store.ts';
import type { Subject } from '../rollups/subject.ts';
import type { WordTexts } from './word-texts.ts';

const TOP = 10;

const networks = ['facebook', 'twitter', 'google'] as const;
type Network = (typeof networks)[number];

/** Counts by name, the largest first; 0 stands for none at all. */
export type TopCounts<Count> = Record<string, Count> | 0;

/** What the API tells of a subject beside its details. */
export interface Overview<Count> {
  clicks: number;
  uniqueClicks: number;
  topCountries: TopCounts<Count>;
  topReferrers: TopCounts<Count>;
  topBrowsers: TopCounts<Count>;
  topOs: TopCounts<Count>;
  socialCount: Record<Network, number>;
}

/** Everything since the beginning, from one page; `show` writes a count in the lists, a number for links, text for QR codes. */
export async function readOverview<Count>(
  db: Db,
  words: WordTexts,
  subject: Subject,
  show: (count: number) => Count,
): Promise<Overview<Count>> {
  const page = await readTotal(db, subject);
  const countries = page.top('country', TOP);
  const referrers = page.top('referrer', TOP);
  const browsers = page.top('browser', TOP);
  const systems = page.top('os', TOP);
  const socials = page.top('social', Number.POSITIVE_INFINITY);
  const ids = [countries, referrers, browsers, systems, socials].flat().map(({ word }) => word);
  const texts = await words.read(ids);

  function nameTop(top: WordCount[]): TopCounts<Count> {
    const named = top.flatMap(({ word, count }): [string, Count][] => {
      const text = word === OTHER ? undefined : texts.get(word);
      return text === undefined ? [] : [[text, show(count)]];
    });
    return named.length > 0 ? Object.fromEntries(named) : 0;
  }

  function countNetwork(network: Network): number {
    return socials.find(({ word }) => texts.get(word) === network)?.count ?? 0;
  }

  return {
    clicks: page.clicks,
    uniqueClicks: page.visitors.count(),
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
}
