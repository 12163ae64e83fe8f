import { fieldError } from '../../core/errors.ts';
import { stageFile } from '../dumps/stage-file.ts';
import type { WantedTable } from '../dumps/wanted-table.ts';
import type { ImportSource, SourceClick } from '../source.ts';
import { createDumpSource, type DumpLink } from './dump-source.ts';
import { toDate, withoutEmpty } from './link-texts.ts';
import { readStagedClicks } from './staged-clicks.ts';

const WANTED: readonly WantedTable[] = [
  {
    name: 'links',
    columns: {
      ...{ id: 'number', short_url: 'text', long_url: 'text', clicks: 'number' },
      ...{ secret_key: 'text', is_disabled: 'flag', created_at: 'time' },
    },
    ending: /links$/i,
    order: [
      ...['id', 'short_url', 'long_url', 'ip', 'creator', 'clicks', 'secret_key'],
      ...['is_disabled', 'is_custom', 'is_api', 'created_at', 'updated_at', 'long_url_hash'],
    ],
  },
  {
    name: 'clicks',
    columns: { link_id: 'number', created_at: 'time', country: 'text', referer: 'word', user_agent: 'word' },
    isOptional: true,
    index: ['link_id', 'created_at'],
    ending: /clicks$/i,
    order: [...['id', 'ip', 'country', 'referer', 'referer_host', 'user_agent', 'link_id', 'created_at', 'updated_at']],
  },
];

interface LinkRow {
  row: number;
  id: number;
  short_url: string;
  long_url: string;
  clicks: number | null;
  secret_key: string | null;
  is_disabled: number | null;
  created_at: number | null;
}

interface ClickRow {
  at: number;
  country: string | null;
  /** Numbers of words. */
  referer: number | null;
  user_agent: number | null;
}

/** Opens a dump of the tables of Polr. */
export async function openPolrDump(path: string): Promise<ImportSource> {
  const staged = await stageFile(path, 'Polr', WANTED);
  const { db, words } = staged;
  const links = db.prepare<LinkRow, [number, number]>(
    'SELECT rowid AS row, * FROM stage.links WHERE rowid > ? ORDER BY rowid LIMIT ?',
  );
  const logged = db.prepare<{ count: number }, [number]>(
    'SELECT count(*) AS count FROM stage.clicks WHERE link_id = ?',
  );
  const rows = db.prepare<ClickRow, [string | number, number, number, number]>(
    `SELECT created_at AS at, country, referer, user_agent FROM stage.clicks
     WHERE link_id = ?1 AND created_at >= ?2 ORDER BY created_at, rowid LIMIT ?4 OFFSET ?3`,
  );
  const found = new Map<string, LinkRow>();

  function toLink(row: LinkRow): DumpLink {
    const ref = `${row.id} ${row.created_at ?? ''}`;
    found.set(ref, row);
    const body = withoutEmpty({
      url: row.long_url,
      custom: row.short_url,
      created: toDate(row.created_at),
      status: row.is_disabled ? 'disabled' : undefined,
    });
    // The short URL of such a link ends with the key; without it, Polr refuses visitors.
    const problems = row.secret_key ? [fieldError('password', 'secret_link')] : [];
    return { row: row.row, link: { ref, domain: null, body, problems } };
  }

  function toClick({ at, country, referer, user_agent: agent }: ClickRow): SourceClick {
    return {
      at,
      isBot: false,
      ...(country && { country }),
      referrer: words.textOf(referer),
      userAgent: words.textOf(agent),
    };
  }

  return createDumpSource('polr', staged, {
    lastRow: db.query<{ last: number | null }, []>('SELECT max(rowid) AS last FROM stage.links').get()?.last ?? 0,
    readLinks(after, limit) {
      found.clear();
      return links.all(after, limit).map(toLink);
    },
    readHistory({ link: { ref } }, state) {
      const { id: key = 0, clicks = 0 } = found.get(ref) ?? {};
      const total = Math.max(clicks ?? 0, logged.get(key)?.count ?? 0);
      return readStagedClicks({ rows, toClick }, { key, ref, total, state });
    },
  });
}
