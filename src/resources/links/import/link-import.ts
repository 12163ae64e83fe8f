import { type FieldError, failure, failureWithParams } from '../../../core/errors.ts';

/** The maximum number of rows in a request. */
export const MAX_ROWS = 1_000;

/** The maximum size of a request. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** What to do with a link whose alias is taken or not allowed: skip it, or rename it. */
export const takenChoices = ['skip', 'rename'] as const;
export type TakenChoice = (typeof takenChoices)[number];

/** What to do with a link on a domain that its owner does not have: put it on the main host, or refuse it. */
export const unknownDomainChoices = ['main', 'refuse'] as const;
export type UnknownDomainChoice = (typeof unknownDomainChoices)[number];

/** The options of an import. */
export interface ImportOptions {
  taken: TakenChoice;
  /** Validates every row and stores nothing. */
  isDryRun: boolean;
  /** A tag for all imported links. */
  tag?: string | undefined;
  /** The domain of all imported links; overrides the rows. */
  domain?: string | undefined;
  /** By default, short URLs move to the main host, and rows with such a `domain` are refused. */
  unknownDomain?: UnknownDomainChoice | undefined;
}

/** A row to import. */
export interface ImportRow {
  /** Its number, starting at 1 after the header. */
  row: number;
  /** The body for creating the link. */
  body: Record<string, unknown>;
  /** Problems found while the row was read. */
  problems: FieldError[];
  /** The host of its short URL; the link gets this domain if the owner has it. */
  shortHost?: string | undefined;
  /** The hash of its password in another service, which then protects the link. */
  passwordHash?: string | undefined;
}

/** The result of a row; in a dry run, the expected result. */
export type RowOutcome = ImportedRow | RefusedRow;

export interface ImportedRow {
  row: number;
  /** The link already exists with the same destination. */
  isExisting: boolean;
  /** The alias that was taken or not allowed. */
  renamed?: string | undefined;
  /** The domain in the file, if the owner does not have it and the link is on the main host. */
  unknownDomain?: string | undefined;
  link: { id?: number | undefined; domainId: number; alias?: string | undefined; url: string };
}

export interface RefusedRow {
  row: number;
  errors: FieldError[];
}

export const noUrlColumn = failureWithParams(
  'invalid',
  'no_url_column',
  'Name the column `url`, or choose one with `columns` (`--column url=NAME` on the command line); the first line must contain the column names.',
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
