import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type CsvRow, createCsvReader } from '../../lib/read-csv.ts';
import type { ColumnChoices } from '../../resources/links/import/link-import.choices.ts';
import { isBlank, openTable } from '../../resources/links/import/link-import.rows.ts';
import { noRows, notUtf8 } from '../../resources/links/import/link-import.ts';
import type { ImportSource, SourceBatch, SourceHistory, SourceLink } from '../source.ts';
import { fileNotReadable } from '../source-failures.ts';
import { type CsvProduct, readFallbacks, renameColumns } from './csv-columns.ts';

const ROWS_AT_ONCE = 500;

/** Yields the rows of a file that are not empty, with how much of it was read. Throws if it is not UTF-8 text. */
async function* readRows(path: string, product: CsvProduct): AsyncGenerator<{ csv: CsvRow; done: number }> {
  const { size } = await stat(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = createCsvReader();
  let [read, line] = [0, 1];
  const decode = (chunk?: Uint8Array): string => {
    let text: string;
    try {
      text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw product === 'csv' ? notUtf8({ cause }) : refuse(product, line, 'not UTF-8 text');
    }
    if (text.includes('\0')) throw product === 'csv' ? notUtf8() : refuse(product, line, 'not a text file');
    line += text.split('\n').length - 1;
    return text;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    read += chunk.byteLength;
    for (const csv of reader.push(decode(chunk))) if (!isBlank(csv)) yield { csv, done: size === 0 ? 1 : read / size };
  }
  for (const csv of [...reader.push(decode()), ...reader.end()]) if (!isBlank(csv)) yield { csv, done: 1 };
}

function refuse(product: CsvProduct, line: number, problem: string) {
  return fileNotReadable({ product, line, column: 1, problem });
}

/** Reads the whole file once, so that nothing is stored of one that is damaged; returns its header. */
async function readHead(path: string, product: CsvProduct): Promise<CsvRow> {
  let head: CsvRow | undefined;
  let rows = 0;
  for await (const { csv } of readRows(path, product)) {
    if (head) rows += 1;
    head ??= csv;
  }
  if (!head || rows === 0) throw product === 'csv' ? noRows() : refuse(product, 1, 'the file has no rows');
  return head;
}

/** Throws if the columns that the user chose are not in the header of a file. */
export async function assertCsvColumns(product: CsvProduct, path: string, columns: ColumnChoices): Promise<void> {
  for await (const { csv } of readRows(path, product)) {
    openTable(renameColumns(product, csv), columns, csv.cells);
    return;
  }
}

function refOf(body: Record<string, unknown>, host: string | undefined): string {
  return [host ?? body.domain ?? '', body.custom ?? '', body.created ?? '', body.url ?? ''].join(' ');
}

/** Opens a CSV file with one row for each link; totals of clicks are undated. */
export async function openCsvSource(product: CsvProduct, path: string, columns?: ColumnChoices): Promise<ImportSource> {
  const original = await readHead(path, product);
  const head = renameColumns(product, original);
  const table = openTable(head, columns, original.cells);

  function toLink(number: number, csv: CsvRow): { link: SourceLink; clicks: number | undefined } {
    const { body, problems, shortHost } = table.toRow(number, csv);
    const { clicks, ...rest } = body;
    const fallbacks = product === 'firebase' ? readFallbacks(head, csv) : [];
    const link = {
      ref: refOf(rest, shortHost),
      domain: shortHost ?? null,
      body: fallbacks.length > 0 ? { ...rest, devicetarget: fallbacks } : rest,
      ...{ problems, cells: csv.cells },
    };
    return { link, clicks: typeof clicks === 'number' ? clicks : undefined };
  }

  async function* read(resume: string | undefined): AsyncGenerator<SourceBatch> {
    const skipped = Number(resume ?? 0);
    // Rows without an alias are told apart by their number among equal ones.
    const seen = new Map<string, number>();
    let number = -1;
    let batch: { links: SourceLink[]; history: SourceHistory[] } = { links: [], history: [] };
    let progress = 0;
    for await (const { csv, done } of readRows(path, product)) {
      number += 1;
      if (number === 0) continue;
      const { link, clicks } = toLink(number, csv);
      if (link.body.custom === undefined) {
        const times = (seen.get(link.ref) ?? 0) + 1;
        seen.set(link.ref, times);
        if (times > 1) link.ref = `${link.ref} ${times}`;
      }
      if (number <= skipped) continue;
      batch.links.push(link);
      if (clicks !== undefined) batch.history.push({ ref: link.ref, clicks: [], counts: [], total: clicks });
      progress = done;
      if (batch.links.length < ROWS_AT_ONCE) continue;
      yield { ...batch, position: String(number), done };
      batch = { links: [], history: [] };
    }
    if (batch.links.length > 0) yield { ...batch, position: String(number), done: progress };
  }

  return {
    columns: { head: original.cells, ignored: table.ignored },
    describe: () => ({ from: product, host: '' }),
    read,
    close: async () => {},
  };
}
