import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Services } from '../app/services.ts';
import { countOf } from '../backup/progress.ts';
import { parseInput } from '../http/read-input.ts';
import { type CsvRow, createCsvReader } from '../lib/read-csv.ts';
import { accountEmailUnknown } from '../resources/account/account.ts';
import { importQuery } from '../resources/links/import/link-import.contract.ts';
import { countUnknownDomains } from '../resources/links/import/link-import.domains.ts';
import { type ImportTable, isBlank, openTable } from '../resources/links/import/link-import.rows.ts';
import { type ImportOptions, noRows, notUtf8 } from '../resources/links/import/link-import.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './open-services.ts';
import { type ImportRefusals, openRefusals } from './refusals.ts';

// The number of rows in memory at a time.
const ROWS_AT_ONCE = 500;

/** The counts of processed rows so far. */
interface Numbers {
  rows: number;
  imported: number;
  existing: number;
  refused: number;
}

/** What an import did with the whole file. */
interface ImportSummary extends Numbers {
  ignored: string[];
  /** Domains that the account does not have, with the number of their links on the main host. */
  unknownDomains: Map<string, number>;
}

/** Yields the rows of a file, the header first; skips empty rows. */
async function* readRows(path: string): AsyncGenerator<{ number: number; csv: CsvRow }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = createCsvReader();
  let number = -1;
  function* take(found: CsvRow[]) {
    for (const csv of found) {
      if (number >= 0 || !isBlank(csv)) number += 1;
      if (!isBlank(csv)) yield { number, csv };
    }
  }
  for await (const chunk of createReadStream(path)) yield* take(reader.push(decode(decoder, chunk)));
  yield* take(reader.push(decode(decoder)));
  yield* take(reader.end());
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw notUtf8({ cause });
  }
}

function describeExisting(count: number): string {
  return `${count} already ${count === 1 ? 'exists' : 'exist'}`;
}

/** Updates one line on a terminal; writes a new line each time otherwise. */
function showProgress({ rows, imported, existing, refused }: Numbers): void {
  const { isTTY } = process.stderr;
  const text = `${countOf(rows, 'row')}: ${imported} imported, ${describeExisting(existing)}, ${refused} rejected`;
  process.stderr.write(isTTY ? `\r${text}` : `${text}\n`);
}

async function importFile(
  { links }: Pick<Services, 'links'>,
  owner: number,
  path: string,
  options: ImportOptions,
  refusals: ImportRefusals,
): Promise<ImportSummary> {
  const numbers: Numbers = { rows: 0, imported: 0, existing: 0, refused: 0 };
  const unknownDomains = new Map<string, number>();
  let table: ImportTable | undefined;
  let waiting: { number: number; csv: CsvRow }[] = [];

  async function flush(known: ImportTable): Promise<void> {
    const sent = waiting;
    waiting = [];
    const rows = sent.map(({ number, csv }) => known.toRow(number, csv));
    const outcomes = await links.importLinks(owner, rows, options);
    for (const [domain, count] of countUnknownDomains(outcomes))
      unknownDomains.set(domain, (unknownDomains.get(domain) ?? 0) + count);
    for (const [index, outcome] of outcomes.entries()) {
      numbers.rows += 1;
      if ('errors' in outcome) {
        numbers.refused += 1;
        await refusals.add(sent[index]?.csv.cells ?? [], outcome.errors);
      } else if (outcome.isExisting) numbers.existing += 1;
      else numbers.imported += 1;
    }
    showProgress(numbers);
  }

  for await (const row of readRows(path)) {
    if (!table) {
      table = openTable(row.csv);
      refusals.begin(row.csv.cells);
      continue;
    }
    waiting.push(row);
    if (waiting.length === ROWS_AT_ONCE) await flush(table);
  }
  if (table && waiting.length > 0) await flush(table);
  if (!table || numbers.rows === 0) throw noRows();
  if (process.stderr.isTTY) process.stderr.write('\n');
  return { ...numbers, ignored: table.ignored, unknownDomains };
}

/** Imports links from the CSV file of another service. */
export const importLinks: Command = {
  name: 'import',
  summary: 'Import links from another service’s CSV file',
  options: {
    file: { type: 'string', means: 'CSV file in UTF-8; the first line contains the column names', isRequired: true },
    user: { type: 'string', means: 'Email address of the account that gets the links', isRequired: true },
    taken: { type: 'string', means: 'If an alias is taken: skip (default) or rename' },
    tag: { type: 'string', means: 'Tag to add to all imported links' },
    domain: { type: 'string', means: 'Domain for all imported links, overriding the file' },
    'unknown-domain': {
      type: 'string',
      means: 'If a domain is not one of the account: main (put its links on the main host) or refuse',
    },
    refused: { type: 'string', means: 'File for rejected rows; defaults to FILE.refused.csv' },
    'dry-run': { type: 'boolean', means: 'Check only, import nothing' },
  },

  async run({ file, user, taken, tag, domain, refused, 'unknown-domain': unknown, 'dry-run': dryRun }) {
    const path = String(file);
    const options = parseInput(importQuery, {
      ...{ taken, tag, domain, unknown_domain: unknown, dry_run: dryRun ? '1' : '0' },
    });
    const refusedPath = String(refused ?? `${path}.refused.csv`);
    if (resolve(refusedPath) === resolve(path)) throw new UsageError('--refused must not be the same file as --file');
    if (!(await Bun.file(path).exists())) throw new UsageError(`--file not found: ${path}`);
    const refusals = openRefusals(refusedPath);
    try {
      const numbers = await withServices(async (services) => {
        const account = await services.accounts.findByEmail(String(user));
        if (!account) throw accountEmailUnknown({ email: String(user) });
        try {
          return await importFile(services, account.id, path, options, refusals);
        } finally {
          await services.feeds.close();
        }
      });
      const { rows, imported, existing, ignored, unknownDomains } = numbers;
      const where = numbers.refused > 0 ? ` Rejected rows and reasons: ${refusedPath}` : '';
      const done = dryRun ? 'would be imported' : 'imported';
      const left = ignored.length > 0 ? `\nIgnored columns: ${ignored.join(', ')}.` : '';
      const domains = Array.from(unknownDomains, ([name, count]) => `${name} (${count})`).join(', ');
      const moved =
        domains === '' ? '' : `\nOn the main host, because the account does not have their domains: ${domains}.`;
      return {
        json: {
          ...{ rows, imported, existing, refused: numbers.refused, ignored },
          ...(domains !== '' && { unknown_domains: Object.fromEntries(unknownDomains) }),
          ...(where && { file: refusedPath }),
        },
        text: `${countOf(rows, 'link')}: ${imported} ${done}, ${describeExisting(existing)}, ${numbers.refused} rejected.${where}${left}${moved}`,
      };
    } finally {
      await refusals.close();
    }
  },
};
