import { stageFile } from '../dumps/stage-file.ts';
import type { WantedTable } from '../dumps/wanted-table.ts';
import type { ImportSource, SourceClick } from '../source.ts';
import { createDumpSource, type DumpLink } from './dump-source.ts';
import { toDate, toTitle, withoutEmpty } from './link-texts.ts';
import { readStagedClicks } from './staged-clicks.ts';

const WANTED: readonly WantedTable[] = [
  {
    name: 'url',
    columns: { keyword: 'text', url: 'text', title: 'text', timestamp: 'time', clicks: 'number' },
    optional: ['title'],
    ending: /url$/i,
    order: ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
  },
  {
    name: 'log',
    columns: { shorturl: 'text', click_time: 'time', referrer: 'word', user_agent: 'word', country_code: 'text' },
    isOptional: true,
    index: ['shorturl', 'click_time'],
    ending: /log$/i,
    order: ['click_id', 'click_time', 'shorturl', 'referrer', 'user_agent', 'ip_address', 'country_code'],
  },
];

interface UrlRow {
  row: number;
  keyword: string;
  url: string;
  title: string | null;
  timestamp: number | null;
  clicks: number;
}

/** A row of the log. */
export interface YourlsClick {
  at: number;
  referrer: string | null;
  user_agent: string | null;
  country_code: string | null;
}

interface StagedClick extends Omit<YourlsClick, 'referrer' | 'user_agent'> {
  /** Numbers of words. */
  referrer: number | null;
  user_agent: number | null;
}

/** A click of the log. YOURLS does not tell bots from people. */
export function toYourlsClick({ at, referrer, user_agent: agent, country_code: country }: YourlsClick): SourceClick {
  return {
    at,
    isBot: false,
    ...(country && { country }),
    ...(referrer && referrer !== 'direct' && { referrer }),
    ...(agent && agent !== '-' && { userAgent: agent }),
  };
}

/** Opens a dump of the tables of YOURLS, whatever their prefix. */
export async function openYourlsDump(path: string): Promise<ImportSource> {
  const staged = await stageFile(path, 'YOURLS', WANTED);
  const { db, words } = staged;
  const urls = db.prepare<UrlRow, [number, number]>(
    'SELECT rowid AS row, keyword, url, title, timestamp, clicks FROM stage.url WHERE rowid > ? ORDER BY rowid LIMIT ?',
  );
  const logged = db.prepare<{ count: number }, [string]>('SELECT count(*) AS count FROM stage.log WHERE shorturl = ?');
  const rows = db.prepare<StagedClick, [string | number, number, number, number]>(
    `SELECT click_time AS at, referrer, user_agent, country_code FROM stage.log
     WHERE shorturl = ?1 AND click_time >= ?2 ORDER BY click_time, rowid LIMIT ?4 OFFSET ?3`,
  );
  const toClick = (row: StagedClick) =>
    toYourlsClick({ ...row, referrer: words.textOf(row.referrer), user_agent: words.textOf(row.user_agent) });
  const totals = new Map<string, number>();

  function toLink({ row, keyword, url, title, timestamp, clicks }: UrlRow): DumpLink {
    // Two installations may use the same keyword.
    const ref = `${keyword} ${timestamp ?? ''}`;
    // Rows without a date are in the log too; a log that was emptied is smaller than the total.
    totals.set(ref, Math.max(clicks, logged.get(keyword)?.count ?? 0));
    const body = withoutEmpty({ url, custom: keyword, metatitle: toTitle(title), created: toDate(timestamp) });
    return { row, link: { ref, domain: null, body, problems: [] } };
  }

  return createDumpSource('yourls', staged, {
    lastRow: db.query<{ last: number | null }, []>('SELECT max(rowid) AS last FROM stage.url').get()?.last ?? 0,
    readLinks(after, limit) {
      totals.clear();
      return urls.all(after, limit).map(toLink);
    },
    readHistory: ({ link: { ref, body } }, state) =>
      readStagedClicks({ rows, toClick }, { key: String(body.custom), ref, total: totals.get(ref) ?? 0, state }),
  });
}
