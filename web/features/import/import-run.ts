import { type AnswerOf, send } from '../../lib/api.ts';
import { retryOnRateLimit } from '../../lib/bulk.ts';
import { externalValue } from '../../lib/external-value.ts';
import { noteSessionEnd, refresh } from '../../lib/query.ts';
import { type FilePiece, splitFile } from './split-file.ts';

type Answer = AnswerOf<'POST /api/urls/import'>;

/** A row that is not imported. */
export interface RowRefusal {
  /** Its chunk, and its index there. */
  piece: number;
  index: number;
  /** The row number as spreadsheets count. */
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
  /** The short URLs of imported links; a later chunk may contain one again. */
  shortUrls: Set<string>;
}

/** The options of an import. */
export interface Choices {
  taken: 'skip' | 'rename';
  tag: string;
  /** '' uses the file's value. */
  domain: string;
}

/** The import of one file. */
export interface ImportRun {
  id: number;
  phase: 'checking' | 'checked' | 'importing' | 'stopping' | 'stopped' | 'done';
  name: string;
  pieces: FilePiece[];
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
  return { imported: 0, renamed: 0, existing: 0, refusals: [], ignored: [], shortUrls: new Set() };
}

const NO_CHOICES: Choices = { taken: 'skip', tag: '', domain: '' };

/** The current import. It lives outside the screen, so that the user can leave it meanwhile. */
export const importRun = externalValue<ImportRun | undefined>(undefined);

/** How many rows the first chunks contain. */
export function countFileRows(pieces: FilePiece[], until = pieces.length): number {
  return pieces.slice(0, until).reduce((sum, { numbers }) => sum + numbers.length, 0);
}

function add(sum: Sum, { rows, imported, existing, ignored }: Answer, piece: number, numbers: number[]): Sum {
  const refusals = rows.flatMap(({ row, errors }) =>
    errors ? [{ piece, index: row, number: numbers[row - 1] ?? row, errors }] : [],
  );
  const coming = rows.filter(({ errors, existing: isThere }) => !errors && !isThere);
  const renamed = coming.filter((row) => row.renamed !== undefined || sum.shortUrls.has(row.shorturl ?? ''));
  for (const { shorturl } of coming) if (shorturl) sum.shortUrls.add(shorturl);
  return {
    shortUrls: sum.shortUrls,
    imported: sum.imported + imported,
    existing: sum.existing + existing,
    renamed: sum.renamed + renamed.length,
    refusals: [...sum.refusals, ...refusals],
    ignored,
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
async function sendPieces(phase: 'checking' | 'importing', sumName: 'checked' | 'result'): Promise<void> {
  const id = importRun.get()?.id;
  while (true) {
    const run = importRun.get();
    if (run?.id !== id || run?.phase !== phase || run.done === run.pieces.length) return;
    const { choices, done, pieces } = run;
    const piece = pieces[done] as FilePiece;
    const isDry = phase === 'checking';
    const query = {
      // Rows with a taken alias are reported separately only if they would get another one.
      taken: isDry ? ('rename' as const) : choices.taken,
      ...(isDry && { dry_run: '1' as const }),
      ...(choices.tag && { tag: choices.tag }),
      ...(choices.domain && { domain: choices.domain }),
    };
    const body = new Blob([piece.text], { type: 'text/csv' });
    await retryOnRateLimit(undefined, async () => {
      const answer = await send('POST /api/urls/import', { query, body });
      const now = importRun.get();
      if (now?.id === run.id) change({ done: done + 1, [sumName]: add(now[sumName], answer, done, piece.numbers) });
    });
  }
}

async function checkPieces(): Promise<void> {
  try {
    await sendPieces('checking', 'checked');
    if (importRun.get()?.phase === 'checking') change({ phase: 'checked' });
  } catch (failure) {
    noteSessionEnd(failure);
    if (importRun.get()?.phase === 'checking') change({ phase: 'checked', failure });
  }
}

/** Has the server preview a file; returns why it cannot be read. */
export async function checkFile(file: File): Promise<FileProblem | undefined> {
  let pieces: FilePiece[];
  try {
    pieces = await splitFile(file);
  } catch {
    return 'encoding';
  }
  if (pieces.length === 0) return 'empty';
  const sums = { checked: nothing(), result: nothing() };
  lastId += 1;
  importRun.set({ id: lastId, phase: 'checking', name: file.name, pieces, done: 0, choices: NO_CHOICES, ...sums });
  void checkPieces();
  return undefined;
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
  void checkPieces();
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
    await sendPieces('importing', 'result');
    const after = importRun.get();
    if (!after) return;
    const isDone = after.done === after.pieces.length;
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
export function leaveFile(): void {
  importRun.set(undefined);
}
