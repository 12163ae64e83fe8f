import { type AnswerOf, send } from '../../lib/api.ts';
import { retryOnRateLimit } from '../../lib/bulk.ts';
import { externalValue } from '../../lib/external-value.ts';
import { noteSessionEnd, refresh } from '../../lib/query.ts';
import { type ChosenColumns, hasDestination, readFirstRows } from './column-choices.ts';
import { type FileChunk, splitFile } from './split-file.ts';

type Answer = AnswerOf<'POST /api/urls/import'>;

/** A row that is not imported. */
export interface RowRefusal {
  /** Its chunk, and its index there. */
  chunk: number;
  index: number;
  /** The row number that a spreadsheet shows. */
  number: number;
  errors: NonNullable<Answer['rows'][number]['errors']>;
}

/** The result of the rows, or its preview. */
export interface Sum {
  imported: number;
  /** How many of those got another alias. */
  renamed: number;
  existing: number;
  refusals: RowRefusal[];
  ignored: string[];
  /** Domains that the account does not have, and the number of their links. */
  unknownDomains: Record<string, number>;
  /** The short URLs of imported links; a later chunk may contain one again. */
  shortUrls: Set<string>;
}

/** The options of an import. */
export interface Choices {
  taken: 'skip' | 'rename';
  tag: string;
  /** '' uses the file's value. */
  domain: string;
  /** The unknown domains whose links go to the main host; the user answers for each. */
  toMainHost: string[];
  /** The columns of the file, if the user chose them. */
  columns?: { chosen: ChosenColumns; query: string } | undefined;
}

/** The import of one file. */
export interface ImportRun {
  id: number;
  phase: 'columns' | 'checking' | 'checked' | 'importing' | 'stopping' | 'stopped' | 'done';
  name: string;
  chunks: FileChunk[];
  /** The header and the first rows. */
  rows: string[][];
  /** How many chunks of this phase are done. */
  done: number;
  choices: Choices;
  checked: Sum;
  result: Sum;
  /** Why it stopped. */
  failure?: unknown;
}

/** Why a file cannot be read. */
export type FileProblem = 'encoding' | 'empty';

function nothing(): Sum {
  return { imported: 0, renamed: 0, existing: 0, refusals: [], ignored: [], unknownDomains: {}, shortUrls: new Set() };
}

const NO_CHOICES: Choices = { taken: 'skip', tag: '', domain: '', toMainHost: [] };

/** The current import. It is outside of React, so that it continues when the user leaves the screen. */
export const importRun = externalValue<ImportRun | undefined>(undefined);

/** The number of rows in the first `until` chunks. */
export function countFileRows(chunks: FileChunk[], until = chunks.length): number {
  return chunks.slice(0, until).reduce((sum, { numbers }) => sum + numbers.length, 0);
}

function add(sum: Sum, answer: Answer, chunk: number, numbers: number[]): Sum {
  const { rows, imported, existing, ignored } = answer;
  const unknownDomains = { ...sum.unknownDomains };
  for (const { domain, rows: count } of answer.unknown_domains)
    unknownDomains[domain] = (unknownDomains[domain] ?? 0) + count;
  const refusals = rows.flatMap(({ row, errors }) =>
    errors ? [{ chunk, index: row, number: numbers[row - 1] ?? row, errors }] : [],
  );
  const newRows = rows.filter(({ errors, existing: isExisting }) => !errors && !isExisting);
  const renamed = newRows.filter((row) => row.renamed !== undefined || sum.shortUrls.has(row.shorturl ?? ''));
  for (const { shorturl } of newRows) if (shorturl) sum.shortUrls.add(shorturl);
  return {
    shortUrls: sum.shortUrls,
    imported: sum.imported + imported,
    existing: sum.existing + existing,
    renamed: sum.renamed + renamed.length,
    refusals: [...sum.refusals, ...refusals],
    ignored,
    unknownDomains,
  };
}

function change(values: Partial<ImportRun>): void {
  const run = importRun.get();
  if (run) importRun.set({ ...run, ...values });
}

let lastId = 0;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Sends chunk after chunk while the phase stays the same. */
async function sendChunks(phase: 'checking' | 'importing', sumName: 'checked' | 'result'): Promise<void> {
  const id = importRun.get()?.id;
  while (true) {
    const run = importRun.get();
    if (run?.id !== id || run?.phase !== phase || run.done === run.chunks.length) return;
    const { choices, done, chunks } = run;
    const chunk = chunks[done] as FileChunk;
    const isDry = phase === 'checking';
    const query = {
      // Rows with a taken alias are reported separately only if they would get another one.
      taken: isDry ? ('rename' as const) : choices.taken,
      ...(isDry && { dry_run: '1' as const }),
      ...(choices.tag && { tag: choices.tag }),
      ...(choices.domain && { domain: choices.domain }),
      ...(choices.columns && { columns: choices.columns.query }),
      // The user has answered for each of these domains before the import starts.
      unknown_domain: 'main' as const,
    };
    const body = new Blob([chunk.text], { type: 'text/csv' });
    await retryOnRateLimit(undefined, async () => {
      const answer = await send('POST /api/urls/import', { query, body });
      const now = importRun.get();
      if (now?.id === run.id) change({ done: done + 1, [sumName]: add(now[sumName], answer, done, chunk.numbers) });
    });
  }
}

async function checkChunks(): Promise<void> {
  try {
    await sendChunks('checking', 'checked');
    if (importRun.get()?.phase === 'checking') change({ phase: 'checked' });
  } catch (failure) {
    noteSessionEnd(failure);
    if (importRun.get()?.phase === 'checking') change({ phase: 'checked', failure });
  }
}

/** Has the server preview a file; returns why it cannot be read. */
export async function checkFile(file: File): Promise<FileProblem | undefined> {
  let chunks: FileChunk[];
  try {
    chunks = await splitFile(file);
  } catch {
    return 'encoding';
  }
  if (chunks.length === 0) return 'empty';
  const sums = { checked: nothing(), result: nothing() };
  lastId += 1;
  const rows = await readFirstRows(file);
  const phase = hasDestination(rows[0] ?? []) ? 'checking' : 'columns';
  importRun.set({ id: lastId, phase, name: file.name, chunks, rows, done: 0, choices: NO_CHOICES, ...sums });
  if (phase === 'checking') void checkChunks();
  return undefined;
}

/** Lets the user choose the columns. */
export function chooseColumns(): void {
  change({ phase: 'columns' });
}

/** Repeats the preview after a change of an option that affects it. */
export function checkAgain(choices: Partial<Choices> = {}): void {
  const run = importRun.get();
  if (!run) return;
  change({
    phase: 'checking',
    done: 0,
    checked: nothing(),
    choices: { ...run.choices, ...choices },
    failure: undefined,
  });
  void checkChunks();
}

/** Stores an option that does not affect the preview. */
export function choose(choices: Partial<Choices>): void {
  const run = importRun.get();
  if (run) change({ choices: { ...run.choices, ...choices } });
}

/** Imports the remaining chunks; `onEnd` is called at the end. */
export async function startImport(onEnd: (result: Sum) => void): Promise<void> {
  const run = importRun.get();
  if (!run) return;
  change({ phase: 'importing', failure: undefined, ...(run.phase === 'checked' && { done: 0, result: nothing() }) });
  addEventListener('beforeunload', warn);
  try {
    await sendChunks('importing', 'result');
    const after = importRun.get();
    if (!after) return;
    const isDone = after.done === after.chunks.length;
    change({ phase: isDone ? 'done' : 'stopped' });
    if (isDone) onEnd(after.result);
  } catch (failure) {
    noteSessionEnd(failure);
    change({ phase: 'stopped', failure });
  } finally {
    removeEventListener('beforeunload', warn);
    void refresh('GET /api/urls', 'GET /api/tags', 'GET /api/domains');
  }
}

/** Stops after the current chunk. */
export function stopImport(): void {
  change({ phase: 'stopping' });
}

/** Discards the file. */
export function discardFile(): void {
  importRun.set(undefined);
}
