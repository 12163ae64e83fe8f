import { expect, test } from 'bun:test';
import { readSource } from '../../../test/support/read-source.ts';
import type { ImportSource, SourceInput } from '../source.ts';
import { createSourceClient } from '../source-client.ts';
import { openBitly } from './bitly-source.ts';
import { openDub } from './dub-source.ts';
import { openKutt } from './kutt-address.ts';
import { openShlink } from './shlink-source.ts';
import { openYourls } from './yourls-address.ts';

type Open = (input: Extract<SourceInput, { kind: 'address' }>) => Promise<ImportSource>;
const list = (count: number, toItem: (index: number) => object) => Array.from({ length: count }, (_, at) => toItem(at));
const visit = (at: number) => ({ date: new Date(1e12 + at * 60_000).toISOString() });
const shortUrl = {
  shortCode: 'a',
  dateCreated: '2024-01-01T00:00:00Z',
  visitsSummary: { total: 9 },
  hasRedirectRules: false,
};
let asked = 0;

const endless: Record<string, [open: Open, reply: (url: URL) => object]> = {
  Kutt: [openKutt, () => ({ total: 1e9, data: list(50, (id) => ({ id: `k${id}` })) })],
  YOURLS: [
    openYourls,
    ({ searchParams }) =>
      searchParams.get('action') === 'stats'
        ? { links: { ...list(100, (id) => ({ shorturl: `https://y.test/${id}%zz` })) }, stats: { total_links: 1e9 } }
        : { errorCode: '400', message: 'Unknown' },
  ],
  'the links of Dub': [openDub, () => list(100, (id) => ({ id: `d${id}`, clicks: 0 }))],
  'the clicks of Dub': [
    openDub,
    ({ pathname }) =>
      pathname === '/events' ? list(1_000, (at) => ({ timestamp: visit(at).date })) : [{ id: 'd', clicks: 5 }],
  ],
  Bitly: [
    openBitly,
    ({ pathname, searchParams }) =>
      pathname.endsWith('/groups')
        ? { groups: [{ guid: 'g' }] }
        : { links: [{}], pagination: { search_after: searchParams.get('search_after') === 'a' ? 'b' : 'a' } },
  ],
  'the short URLs of Shlink': [
    openShlink,
    () => ({ shortUrls: { data: [{ ...shortUrl, visitsSummary: { total: 0 } }], pagination: { pagesCount: 1e9 } } }),
  ],
  'the visits of Shlink': [
    openShlink,
    ({ pathname }) =>
      pathname.endsWith('/visits')
        ? { visits: { data: list(5, (at) => visit(5 - at)), pagination: { pagesCount: 1e9 } } }
        : { shortUrls: { data: [shortUrl], pagination: { pagesCount: 1 } } },
  ],
};

for (const [name, [open, reply]] of Object.entries(endless)) {
  test(`${name}: a server that repeats its pages forever is not read forever`, async () => {
    asked = 0;
    const send = async (url: string) => {
      asked += 1;
      if (asked > 200) throw new Error('asked for too many pages');
      return { status: 200, headers: new Headers(), bytes: Buffer.from(JSON.stringify(reply(new URL(url)))) };
    };
    const client = createSourceClient({ send, sleep: async () => {} });
    const source = await open({ kind: 'address', url: 'https://s.test', key: 'k', client });
    await expect(readSource(source)).rejects.toThrow('again and again');
  });
}
