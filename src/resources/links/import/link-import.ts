import { type FieldError, failure, failureWithParams } from '../../../core/errors.ts';

/** So many rows are taken at a time. */
export const MAX_ROWS = 1_000;

/** So large a file is taken at a time. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** What to do with a link whose alias is taken, or not allowed here: leave it out, or give it another. */
export const takenChoices = ['skip', 'rename'] as const;
export type TakenChoice = (typeof takenChoices)[number];

/** How links are imported. */
export interface ImportOptions {
  taken: TakenChoice;
  /** Validates every row and stores nothing. */
  isDryRun: boolean;
  /** A tag that all of them get. */
  tag?: string | undefined;
  /** The domain that all of them are put on, whatever their rows say. */
  domain?: string | undefined;
}

/** A link that is to be imported. */
export interface ImportRow {
  /** Its number, from 1; the head of a file is not counted. */
  row: number;
  /** As the API takes it. */
  body: Record<string, unknown>;
  /** What was found wrong with it when it was read. */
  problems: FieldError[];
  /** The host of its short URL, which is its domain if it is one of the owner's. */
  shortHost?: string | undefined;
}

/** What became of a row; in a dry run, what would. */
export type RowOutcome = ImportedRow | RefusedRow;

export interface ImportedRow {
  row: number;
  /** It was there already, and leads to the same URL. */
  isExisting: boolean;
  /** The alias that it could not have. */
  renamed?: string | undefined;
  link: { id?: number | undefined; domainId: number; alias?: string | undefined; url: string };
}

export interface RefusedRow {
  row: number;
  errors: FieldError[];
}

export const noUrlColumn = failureWithParams(
  'invalid',
  'no_url_column',
  'Name the column `url`; the first line must contain the column names.',
);

export const notUtf8 = failure('invalid', 'not_utf8', 'Save it as “CSV UTF-8”.');

export const noRows = failure(
  'invalid',
  'no_rows',
  'The first line must contain the column names, followed by at least one row.',
);

export const tooManyRows = failure(
  'invalid',
  'too_many_rows',
  'Split it, repeating the header line; the dashboard and `signpost import` do this automatically.',
  { max: MAX_ROWS },
);

export const tooManyImports = failure(
  'rate_limited',
  'too_many_imports',
  'Send one file at a time; `Retry-After` says when to try again.',
);
