import { type FieldError, failure, failureWithParams } from '../../../core/errors.ts';

/** The maximum number of rows in a request. */
export const MAX_ROWS = 1_000;

/** The maximum size of a request. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** What to do with a link whose alias is taken or not allowed: skip it, or rename it. */
export const takenChoices = ['skip', 'rename'] as const;
export type TakenChoice = (typeof takenChoices)[number];

/** The options of an import. */
export interface ImportOptions {
  taken: TakenChoice;
  /** Validates every row and stores nothing. */
  isDryRun: boolean;
  /** A tag for all imported links. */
  tag?: string | undefined;
  /** The domain of all imported links; overrides the rows. */
  domain?: string | undefined;
}

/** A row to import. */
export interface ImportRow {
  /** Its number, starting at 1 after the header. */
  row: number;
  /** The body for creating the link. */
  body: Record<string, unknown>;
  /** The problems that were found while reading it. */
  problems: FieldError[];
  /** The host of its short URL, which is its domain if it is one of the owner's. */
  shortHost?: string | undefined;
}

/** The result of a row; in a dry run, the expected result. */
export type RowOutcome = ImportedRow | RefusedRow;

export interface ImportedRow {
  row: number;
  /** The link already exists with the same destination. */
  isExisting: boolean;
  /** The alias that was taken or not allowed. */
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
