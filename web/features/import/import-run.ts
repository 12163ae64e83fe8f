import { type AnswerOf, send } from '../../lib/api.ts';
import { persist } from '../../lib/bulk.ts';
import { externalValue } from '../../lib/external-value.ts';
import { noteEnd, refresh } from '../../lib/query.ts';
import { type FilePiece, splitFile } from './split-file.ts';

type Answer = AnswerOf<'POST /api/urls/import'>;

/** A row that does not come in. */
export interface RowRefusal {
  /** Its piece, and its place there. */
  piece: number;
  index: number;
  /** As spreadsheets count. */
  number: number;
  errors: NonNullable<Answer['rows'][number]['errors']>;
}

/** What became of the rows, or would. */
export interface Sum {
  imported: number;
  /** How many of those could not have their alias. */
  renamed: number;
  existing: number;
  refusals: RowRefusal[];
  ignored: string[];
  /** The short URLs of those that come in; a later piece may want one of them again. */
  shortUrls: Set<string>;
}

/** How the links come in. */
export interface Choices {
  taken: 'skip' | 'rename';
  tag: string;
  /** '' leaves it to the file. */
  domain: string;
}

/** One file on its way. */
export interface ImportRun {
  id: number;
  phase: 'judging' | 'judged' | 'importing' | 'stopping' | 'stopped' | 'done';
  name: string;
  pieces: FilePiece[];
  /** How many pieces of this phase are done. */
  done: number;
  choices: Choices;
  judged: Sum;
  result: Sum;
  /** Why it stopped by itself. */
  failure?: unknown;
}

/** Why a file cannot be looked at. */
export type FileProblem = 'encoding' | 'empty';

function nothing(): Sum {
  return { imported: 0, renamed: 0, existing: 0, refusals: [], ignored: [], shortUrls: new Set() };
}

const NO_CHOICES: Choices = { taken: 'skip', tag: '', domain: '' };

/** The file that is being imported. It lives outside of the screen, which can be left meanwhile. */
export const importRun = externalValue<ImportRun | undefined>(undefined);

/** How many rows the first so many pieces have. */
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

/** Sends piece after piece while the phase is this one. */
async function sendPieces(phase: 'judging' | 'importing', sumName: 'judged' | 'result'): Promise<void> {
  const id = importRun.get()?.id;
  while (true) {
    const run = importRun.get();
    if (run?.id !== id || run?.phase !== phase || run.done === run.pieces.length) return;
    const { choices, done, pieces } = run;
    const piece = pieces[done] as FilePiece;
    const isDry = phase === 'judging';
    const query = {
      // Those that could not have their alias are told apart only where they would get another.
      taken: isDry ? ('rename' as const) : choices.taken,
      ...(isDry && { dry_run: '1' as const }),
      ...(choices.tag && { tag: choices.tag }),
      ...(choices.domain && { domain: choices.domain }),
    };
    const body = new Blob([piece.text], { type: 'text/csv' });
    await persist(undefined, async () => {
      const answer = await send('POST /api/urls/import', { query, body });
      const now = importRun.get();
      if (now?.id === run.id) change({ done: done + 1, [sumName]: add(now[sumName], answer, done, piece.numbers) });
    });
  }
}

async function judgePieces(): Promise<void> {
  try {
    await sendPieces('judging', 'judged');
    if (importRun.get()?.phase === 'judging') change({ phase: 'judged' });
  } catch (failure) {
    noteEnd(failure);
    if (importRun.get()?.phase === 'judging') change({ phase: 'judged', failure });
  }
}

/** Has a file looked at; tells why it cannot be. */
export async function judgeFile(file: File): Promise<FileProblem | undefined> {
  let pieces: FilePiece[];
  try {
    pieces = await splitFile(file);
  } catch {
    return 'encoding';
  }
  if (pieces.length === 0) return 'empty';
  const sums = { judged: nothing(), result: nothing() };
  lastId += 1;
  importRun.set({ id: lastId, phase: 'judging', name: file.name, pieces, done: 0, choices: NO_CHOICES, ...sums });
  void judgePieces();
  return undefined;
}

/** Has the file looked at again, where something was chosen that matters. */
export function judgeAgain(choices: Partial<Choices> = {}): void {
  const run = importRun.get();
  if (!run) return;
  change({ phase: 'judging', done: 0, judged: nothing(), choices: { ...run.choices, ...choices }, failure: undefined });
  void judgePieces();
}

/** Keeps a choice that changes nothing of what was found. */
export function choose(choices: Partial<Choices>): void {
  const run = importRun.get();
  if (run) change({ choices: { ...run.choices, ...choices } });
}

/** Imports what is not imported yet; `onEnd` is called when nothing is left. */
export async function startImport(onEnd: (result: Sum) => void): Promise<void> {
  const run = importRun.get();
  if (!run) return;
  change({ phase: 'importing', failure: undefined, ...(run.phase === 'judged' && { done: 0, result: nothing() }) });
  addEventListener('beforeunload', warn);
  try {
    await sendPieces('importing', 'result');
    const after = importRun.get();
    if (!after) return;
    const isDone = after.done === after.pieces.length;
    change({ phase: isDone ? 'done' : 'stopped' });
    if (isDone) onEnd(after.result);
  } catch (failure) {
    noteEnd(failure);
    change({ phase: 'stopped', failure });
  } finally {
    removeEventListener('beforeunload', warn);
    void refresh('GET /api/urls', 'GET /api/tags', 'GET /api/domains');
  }
}

/** Stops behind the piece that is on its way. */
export function stopImport(): void {
  change({ phase: 'stopping' });
}

/** Forgets the file. */
export function leaveFile(): void {
  importRun.set(undefined);
}
