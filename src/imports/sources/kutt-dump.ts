import { fieldError } from '../../core/errors.ts';
import { isLinkPasswordHash } from '../../lib/password.ts';
import { stageFile } from '../dumps/stage-file.ts';
import type { ColumnKind, WantedTable } from '../dumps/wanted-table.ts';
import type { ImportSource, SourceCounts, SourceHistory } from '../source.ts';
import { CLICKS_AT_ONCE, createDumpSource, type DumpLink } from './dump-source.ts';
import { combineCounts, readVisits, type VisitRow, visitColumns } from './kutt-visits.ts';
import { toDate, toDescription, withoutEmpty } from './link-texts.ts';

const WANTED: readonly WantedTable[] = [
  {
    name: 'visits',
    columns: {
      ...{ link_id: 'number', created_at: 'time', total: 'number', countries: 'text', referrers: 'text' },
      ...Object.fromEntries(visitColumns.map((name): [string, ColumnKind] => [name, 'number'])),
    },
    isOptional: true,
    index: ['link_id', 'created_at'],
    ending: /visits$/i,
    order: [
      ...['id', 'countries', 'created_at', 'updated_at', 'link_id', 'user_id', 'referrers', 'total'],
      ...visitColumns,
    ],
  },
  {
    name: 'links',
    columns: {
      ...{ id: 'number', uuid: 'text', address: 'text', target: 'text', description: 'text', domain_id: 'number' },
      ...{ password: 'text', expire_in: 'time', visit_count: 'number', banned: 'flag', created_at: 'time' },
    },
    optional: ['uuid', 'description', 'expire_in'],
    ending: /links$/i,
    order: [
      ...['id', 'address', 'description', 'banned', 'banned_by_id', 'domain_id', 'password', 'expire_in', 'target'],
      ...['user_id', 'visit_count', 'uuid', 'created_at', 'updated_at'],
    ],
  },
  {
    name: 'domains',
    columns: { id: 'number', address: 'text', homepage: 'text' },
    isOptional: true,
    ending: /domains$/i,
    order: [...['id', 'banned', 'banned_by_id', 'address', 'homepage', 'user_id', 'uuid', 'created_at', 'updated_at']],
  },
];

interface LinkRow {
  row: number;
  id: number;
  uuid: string | null;
  address: string;
  target: string;
  description: string | null;
  domain: string | null;
  password: string | null;
  expire_in: number | null;
  visit_count: number | null;
  banned: number | null;
  created_at: number | null;
}

/** The last hour that was sent, with its counts: it may have grown at the next run. */
function readState(state: string | undefined): SourceCounts | undefined {
  return state === undefined ? undefined : (JSON.parse(state) as SourceCounts);
}

/** Adds up rows of the same hour, which follow each other. */
function* mergeHours(rows: Iterable<VisitRow>): Generator<SourceCounts> {
  let pending: SourceCounts | undefined;
  for (const row of rows) {
    const counts = readVisits(row);
    if (pending?.start === counts.start) pending = combineCounts(pending, counts, 1);
    else {
      if (pending) yield pending;
      pending = counts;
    }
  }
  if (pending) yield pending;
}

/** Opens the database of Kutt: its SQLite file, or a dump of pg_dump or mysqldump. */
export async function openKuttDump(path: string): Promise<ImportSource> {
  const staged = await stageFile(path, 'Kutt', WANTED);
  const { db } = staged;
  db.run('CREATE INDEX stage.domain_ids ON domains (id)');
  const links = db.prepare<LinkRow, [number, number]>(
    `SELECT links.rowid AS row, links.*, domains.address AS domain FROM stage.links
     LEFT JOIN stage.domains ON domains.id = links.domain_id WHERE links.rowid > ? ORDER BY links.rowid LIMIT ?`,
  );
  const visits = db.prepare<VisitRow, [number, number]>(
    'SELECT created_at AS at, * FROM stage.visits WHERE link_id = ? AND created_at >= ? ORDER BY created_at, rowid',
  );
  const found = new Map<string, LinkRow>();

  function toLink(row: LinkRow): DumpLink {
    const ref = row.uuid ?? `${row.id} ${row.created_at ?? ''}`;
    found.set(ref, row);
    const body = withoutEmpty({
      url: row.target,
      custom: row.address,
      description: toDescription(row.description),
      expiry: toDate(row.expire_in),
      created: toDate(row.created_at),
      status: row.banned ? 'disabled' : undefined,
    });
    const passwordHash = row.password || undefined;
    // Something else in the column must not leave the link open.
    const isUsable = passwordHash === undefined || isLinkPasswordHash(passwordHash);
    const problems = isUsable ? [] : [fieldError('password', 'password_hash')];
    return { row: row.row, link: { ref, domain: row.domain, body, passwordHash, problems } };
  }

  function* readHistory({ link: { ref } }: DumpLink, state: string | undefined): Generator<SourceHistory> {
    const { id = 0, visit_count: total } = found.get(ref) ?? {};
    const sent = readState(state);
    let counts: SourceCounts[] = [];
    let last = sent;
    for (const hour of mergeHours(visits.iterate(id, sent?.start ?? 0))) {
      last = hour;
      const added = hour.start === sent?.start ? combineCounts(hour, sent, -1) : hour;
      if (added.clicks > 0) counts.push(added);
      if (counts.length < CLICKS_AT_ONCE) continue;
      yield { ref, clicks: [], counts, state: JSON.stringify(last) };
      counts = [];
    }
    const next = last && JSON.stringify(last);
    yield { ref, clicks: [], counts, total: total ?? 0, ...(next !== state && { state: next }) };
  }

  return createDumpSource('kutt', staged, {
    lastRow: db.query<{ last: number | null }, []>('SELECT max(rowid) AS last FROM stage.links').get()?.last ?? 0,
    readLinks(after, limit) {
      found.clear();
      return links.all(after, limit).map(toLink);
    },
    readHistory,
  });
}
