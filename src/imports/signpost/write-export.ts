import type { Db } from '../../db/db.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import type { Clock } from '../../lib/date-time.ts';
import { writeZip, type ZipFile } from '../../lib/zip.ts';
import type { FileService } from '../../resources/files/file.service.ts';
import { type Dimension, dimensions } from '../../rollups/dimension.ts';
import { readAllRollups } from '../../rollups/read-all-rollups.store.ts';
import type { KeyedRollup } from '../../rollups/rollup.store.ts';
import { OTHER } from '../../rollups/rollup.ts';
import { isVisited, type Noun } from '../../rollups/subject.ts';
import { WordTextCache } from '../../stats/word-text-cache.ts';
import { type ContentNoun, contentNouns, EXPORT_VERSION, type Manifest, showRow } from './content.ts';
import * as store from './export-rows.store.ts';

/** What an export is written from. */
export interface ExportParts {
  db: Db;
  files: Pick<FileService, 'read'>;
  baseUrl: string;
  program: string;
  now: Clock;
}

/** The name of the count that stands for all further values; no value is empty. */
export const OTHER_TEXT = '';

const toLine = (fields: object) => `${JSON.stringify(fields)}\n`;

/** Yields the rows of a noun in steps. */
async function* readRows({ db }: ExportParts, { table }: ContentNoun, owner: store.ExportOwner) {
  for (let after = 0; ; ) {
    const rows = await store.readRowsAfter(db, table, owner, after);
    if (rows.length > 0) yield rows;
    if (rows.length < store.ROWS_AT_ONCE) return;
    after = Number(rows.at(-1)?.id);
  }
}

async function* writeNoun(parts: ExportParts, noun: ContentNoun, owner: store.ExportOwner): AsyncGenerator<string> {
  const { db, files } = parts;
  for await (const rows of readRows(parts, noun, owner)) {
    const ids = rows.map(({ id }) => Number(id));
    const children = new Map<string, Map<number, StoredRow[]>>();
    for (const child of noun.children) {
      const found = await store.readChildren(db, child, ids);
      children.set(
        child.field,
        Map.groupBy(found, (row) => Number(row[child.parent])),
      );
    }
    let piece = '';
    for (const row of rows) {
      const own = noun.children.map(({ field, table, parent }) => {
        const some = children.get(field)?.get(Number(row.id)) ?? [];
        return [field, some.map((one) => showRow(table, one, parent))];
      });
      const isFile = noun.table === 'files';
      const png = isFile ? await files.read(Number(row.user_id), Number(row.id)).catch(() => undefined) : undefined;
      const picture = png && { picture: Buffer.from(png).toString('base64') };
      piece += toLine({ ...showRow(noun.table, row), workspace: row.user_id, ...Object.fromEntries(own), ...picture });
    }
    yield piece;
  }
}

async function* writeChannelItems(parts: ExportParts, owner: store.ExportOwner): AsyncGenerator<string> {
  const child = {
    table: 'channel_items',
    parent: 'channel_id',
    order: ['item_created_at', 'item_id', 'kind'],
  } as const;
  const channels = contentNouns.find(({ table }) => table === 'channels') as ContentNoun;
  for await (const rows of readRows(parts, channels, owner)) {
    for (const { id } of rows)
      for await (const items of store.readChildrenOf(parts.db, { ...child, order: [...child.order] }, Number(id)))
        yield items.map((row) => toLine(showRow('channel_items', row))).join('');
  }
}

async function* writeResponses(parts: ExportParts, owner: store.ExportOwner): AsyncGenerator<string> {
  const overlays = contentNouns.find(({ table }) => table === 'overlays') as ContentNoun;
  for await (const rows of readRows(parts, overlays, owner)) {
    for (const { id } of rows) {
      const child = { table: 'overlay_responses' as const, parent: 'overlay_id', order: ['id'] };
      for await (const responses of store.readChildrenOf(parts.db, child, Number(id)))
        yield responses.map((row) => toLine(showRow('overlay_responses', row))).join('');
    }
  }
}

// The nouns with statistics, and the table or child table of each.
const countedNouns: readonly { noun: Noun; file: string; child?: 'bio_blocks' }[] = [
  { noun: 'link', file: 'links' },
  { noun: 'qr', file: 'qr-codes' },
  { noun: 'campaign', file: 'campaigns' },
  { noun: 'bio', file: 'bio-pages' },
  { noun: 'block', file: 'bio-pages', child: 'bio_blocks' },
];

/** Yields the subjects with statistics. */
async function* listCounted(parts: ExportParts, owner: store.ExportOwner): AsyncGenerator<{ noun: Noun; id: number }> {
  for (const { noun, file, child } of countedNouns) {
    const content = contentNouns.find((one) => one.file === file) as ContentNoun;
    for await (const rows of readRows(parts, content, owner)) {
      const parents = rows.map(({ id }) => Number(id));
      const table = { table: 'bio_blocks' as const, parent: 'bio_id', order: ['id'] };
      const found = child ? await store.readChildren(parts.db, table, parents) : rows;
      const ids = found.map(({ id }) => Number(id));
      for (const id of await store.findCounted(parts.db, noun, ids)) yield { noun, id };
    }
  }
}

/** The line of a rollup in `statistics.ndjson`. */
async function toStatisticsLine({ key, rollup }: KeyedRollup, cache: WordTextCache): Promise<string> {
  const lists = dimensions.map((dimension) => [dimension, rollup.list(dimension)] as const);
  const texts = await cache.read(lists.flatMap(([, { words }]) => [...words]));
  const counts = lists.flatMap(([dimension, { words, counts: sums }]): [string, object][] => {
    const named = Array.from(words, (word, place): [string, number][] => {
      const text = word === OTHER ? OTHER_TEXT : texts.get(word);
      return text === undefined ? [] : [[text, sums[place] as number]];
    }).flat();
    return named.length === 0 ? [] : [[dimension, Object.fromEntries(named)]];
  });
  const { noun, id, span, start } = key;
  const visitors = rollup.visitors.encode();
  return toLine({
    ...{ of: noun, id, span, start: new Date(start).toISOString(), clicks: rollup.clicks, bots: rollup.bots },
    counts: Object.fromEntries(counts),
    visitors: visitors.length === 0 ? null : Buffer.from(visitors).toString('base64'),
  });
}

async function* writeStatistics(parts: ExportParts, owner: store.ExportOwner): AsyncGenerator<string> {
  const cache = new WordTextCache(parts.db);
  for await (const subject of listCounted(parts, owner)) {
    let piece = '';
    for await (const rollups of readAllRollups(parts.db, subject)) {
      for (const rollup of rollups) {
        piece += await toStatisticsLine(rollup, cache);
        if (piece.length <= 50_000) continue;
        yield piece;
        piece = '';
      }
    }
    yield piece;
  }
}

async function* writeClicks(parts: ExportParts, owner: store.ExportOwner): AsyncGenerator<string> {
  const cache = new WordTextCache(parts.db);
  for await (const { noun, id } of listCounted(parts, owner)) {
    if (!isVisited(noun)) continue;
    for await (const { day, clicks } of store.readSubjectClicks(parts.db, noun, id)) {
      const texts = await cache.read(clicks.flatMap(({ words }) => Object.values(words)));
      const shown = clicks.map(({ at, visitor, words }) => {
        const values = (Object.entries(words) as [Dimension, number][]).flatMap(([dimension, word]) => {
          const text = texts.get(word);
          return text === undefined ? [] : [[dimension, text]];
        });
        return { at: new Date(at).toISOString(), visitor, ...Object.fromEntries(values) };
      });
      yield toLine({ of: noun, id, day: new Date(day).toISOString(), clicks: shown });
    }
  }
}

/** Writes everything that a workspace has, or that all have, as a zip archive of NDJSON files. Keys are not part of it. */
export async function* writeExport(parts: ExportParts, owner: store.ExportOwner): AsyncGenerator<Uint8Array> {
  const manifest: Manifest = {
    format: 'signpost-export',
    version: EXPORT_VERSION,
    program: parts.program,
    created: new Date(parts.now()).toISOString(),
    host: new URL(parts.baseUrl).host,
    workspaces: await store.readWorkspaces(parts.db, owner),
  };

  async function* one(line: object) {
    yield toLine(line);
  }

  function* listFiles(): Generator<ZipFile> {
    yield { name: 'manifest.ndjson', pieces: one(manifest) };
    for (const noun of contentNouns) yield { name: `${noun.file}.ndjson`, pieces: writeNoun(parts, noun, owner) };
    yield { name: 'channel-items.ndjson', pieces: writeChannelItems(parts, owner) };
    yield { name: 'overlay-responses.ndjson', pieces: writeResponses(parts, owner) };
    yield { name: 'statistics.ndjson', pieces: writeStatistics(parts, owner) };
    yield { name: 'clicks.ndjson', pieces: writeClicks(parts, owner) };
  }

  yield* writeZip(listFiles(), parts.now());
}
