import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '../lib/csv.ts';
import type { CountRow } from '../stats/export-counts.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './open-services.ts';

const COLUMNS = ['noun', 'id', 'short', 'span', 'start', 'dimension', 'value', 'count'] as const;
const LINES_AT_ONCE = 500;

/** Formats one row, with an optional header line before the first. */
interface Format {
  head: string;
  toLine(row: CountRow): string;
}

const ndjson: Format = { head: '', toLine: (row) => `${JSON.stringify(row)}\n` };

const csv: Format = {
  head: csvLine(COLUMNS),
  toLine: (row) => csvLine(COLUMNS.map((column) => row[column])),
};

const formats = new Map(Object.entries({ ndjson, csv }));

/** Yields the text in chunks of a few hundred lines and calls `count` for each. */
async function* writeText(rows: AsyncIterable<CountRow>, { head, toLine }: Format, count: () => void) {
  let piece = head;
  let lines = 0;
  for await (const row of rows) {
    piece += toLine(row);
    lines += 1;
    count();
    if (lines % LINES_AT_ONCE === 0) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** Writes to standard output until the reader closes it: `signpost export --stats | head` must not fail. */
async function writeToStdout(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw new UsageError(`--out cannot be written: ${(error as Error).message}`);
  }
}

/** Writes the contents of the store in a format that other programs read. */
export const exportStore: Command = {
  name: 'export',
  summary: 'Export the statistics of all links as NDJSON or CSV',
  options: {
    stats: { type: 'boolean', means: 'Export all counts: by hour, by day and in total' },
    format: { type: 'string', means: 'ndjson (default) or csv' },
    out: { type: 'string', means: 'File to write; defaults to standard output' },
  },

  async run({ stats, format = 'ndjson', out }) {
    if (!stats) throw new UsageError('--stats is required (nothing else can be exported yet)');
    const written = formats.get(String(format));
    if (!written) throw new UsageError(`--format must be ndjson or csv, not '${format}'`);
    const file = out === undefined ? undefined : await openFile(String(out));
    let rows = 0;
    await withServices(async (services) => {
      const text = writeText(services.stats.exportCounts(), written, () => {
        rows += 1;
      });
      await (file ? pipeline(Readable.from(text), file.createWriteStream()) : writeToStdout(text));
    });
    return file && { json: { rows, out }, text: `${rows} rows written to ${out}.` };
  },
};
