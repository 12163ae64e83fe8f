import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuditRow } from '../core/audit.ts';
import { csvLine } from '../lib/csv.ts';
import { accountEmailUnknown } from '../resources/account/account.ts';
import { toAuditView } from '../resources/audit/audit.ts';
import type { CountRow } from '../stats/export-counts.ts';
import { type Command, type CommandOutput, type OptionValues, UsageError } from './command.ts';
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

/** Writes everything into a new file; a file that is not complete has another name. */
async function exportAll(out: OptionValues[string], user: OptionValues[string]): Promise<CommandOutput> {
  if (out === undefined) throw new UsageError('--out is required');
  const path = String(out);
  const part = `${path}.part`;
  const file = await openFile(part);
  try {
    await withServices(async ({ accounts, contentExport }) => {
      const account = user === undefined ? undefined : await accounts.findByEmail(String(user));
      if (user !== undefined && !account) throw accountEmailUnknown({ email: String(user) });
      await pipeline(Readable.from(contentExport.write(account?.id)), file.createWriteStream());
    });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  const { size: bytes } = await stat(path);
  return { json: { out: path, bytes }, text: `Everything was written to ${path} (${bytes} bytes).` };
}

/** Writes the contents of the store in a format that other programs read. */
export const exportStore: Command = {
  name: 'export',
  summary: 'Export everything as a zip archive, the statistics as NDJSON or CSV, or the audit log as NDJSON',
  options: {
    all: {
      type: 'boolean',
      means: 'Export everything with its statistics, for `signpost import --from signpost`; needs --out',
    },
    user: { type: 'string', means: 'With --all: email address of the only account to export' },
    stats: { type: 'boolean', means: 'Export all counts: by hour, by day and in total' },
    audit: { type: 'boolean', means: 'Export the audit log of the whole server, oldest change first' },
    format: { type: 'string', means: 'ndjson (default) or csv; the audit log is always ndjson' },
    out: { type: 'string', means: 'File to write; defaults to standard output' },
  },

  async run({ all, user, stats, audit, format = 'ndjson', out }) {
    if ([all, stats, audit].filter(Boolean).length !== 1)
      throw new UsageError('one of --all, --stats and --audit is required');
    if (user !== undefined && !all) throw new UsageError('--user is only for --all');
    if (all) return exportAll(out, user);
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
