import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuditRow } from '../core/audit.ts';
import { csvLine } from '../lib/csv.ts';
import { toAuditView } from '../resources/audit/audit.ts';
import type { CountRow } from '../stats/export-counts.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './open-services.ts';

const COLUMNS = ['noun', 'id', 'short', 'span', 'start', 'dimension', 'value', 'count'] as const;
const LINES_AT_ONCE = 500;

/** Formats one row, with an optional header line before the first. */
interface Format<Row> {
  head: string;
  toLine(row: Row): string;
}

const ndjson: Format<object> = { head: '', toLine: (row) => `${JSON.stringify(row)}\n` };

const csv: Format<CountRow> = {
  head: csvLine(COLUMNS),
  toLine: (row) => csvLine(COLUMNS.map((column) => row[column])),
};

const formats = new Map<string, Format<CountRow>>(Object.entries({ ndjson, csv }));

/** Yields the text in chunks of a few hundred lines and calls `count` for each. */
async function* writeText<Row>(rows: AsyncIterable<Row>, { head, toLine }: Format<Row>, count: () => void) {
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

async function* readChanges(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield toAuditView(row);
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
  summary: 'Export the statistics of all links as NDJSON or CSV, or the audit log as NDJSON',
  options: {
    stats: { type: 'boolean', means: 'Export all counts: by hour, by day and in total' },
    audit: { type: 'boolean', means: 'Export the audit log of the whole server, oldest change first' },
    format: { type: 'string', means: 'ndjson (default) or csv; the audit log is always ndjson' },
    out: { type: 'string', means: 'File to write; defaults to standard output' },
  },

  async run({ stats, audit, format = 'ndjson', out }) {
    if (Boolean(stats) === Boolean(audit)) throw new UsageError('either --stats or --audit is required');
    const written = formats.get(String(format));
    if (!written) throw new UsageError(`--format must be ndjson or csv, not '${format}'`);
    if (audit && written !== ndjson) throw new UsageError('--format must be ndjson for the audit log');
    const file = out === undefined ? undefined : await openFile(String(out));
    let rows = 0;
    await withServices(async (services) => {
      const count = () => {
        rows += 1;
      };
      const text = audit
        ? writeText(readChanges(services.audit.readAll()), ndjson, count)
        : writeText(services.stats.exportCounts(), written, count);
      await (file ? pipeline(Readable.from(text), file.createWriteStream()) : writeToStdout(text));
    });
    return file && { json: { rows, out }, text: `${rows} rows written to ${out}.` };
  },
};
