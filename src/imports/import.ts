import { AppError, type FieldError } from '../core/errors.ts';
import type { KeyScopes } from '../core/scope.ts';
import type { ColumnChoices } from '../resources/links/import/link-import.choices.ts';
import type { TakenChoice, UnknownDomainChoice } from '../resources/links/import/link-import.ts';
import type { ImportStatus } from './import.table.ts';
import type { ImportProduct } from './source.ts';

/** The choices of an import. */
export interface ImportSettings {
  taken: TakenChoice;
  /** The target of each domain of the source; the target of `*` is that of all others. */
  domains: Record<string, string>;
  tag?: string | undefined;
  unknownDomain?: UnknownDomainChoice | undefined;
  /** The columns of a CSV file that the user chose. */
  columns?: ColumnChoices | undefined;
}

/** The target of every domain of the source that has none of its own. */
export const ANY_DOMAIN = '*';

/** Where a run reads from, as it is stored; the key is encrypted in another column. */
export type StoredInput =
  /** `node` is the machine that an uploaded file is on. */
  { kind: 'file'; path: string; node?: string | undefined } | { kind: 'address'; url: string };

/** What a run did so far. `clicks` are those of people that it added, undated ones included. */
export interface ImportReport {
  rows: number;
  imported: number;
  existing: number;
  refused: number;
  clicks: number;
  bots: number;
  undated: number;
  /** Visits to codes that do not exist. */
  misses: number;
  /** Domains that the account does not have, with the number of their links on the main host. */
  unknownDomains: Record<string, number>;
}

export const EMPTY_REPORT: ImportReport = {
  ...{ rows: 0, imported: 0, existing: 0, refused: 0, clicks: 0, bots: 0, undated: 0, misses: 0 },
  unknownDomains: {},
};

/** A link that was refused, and why. */
export interface ImportConflict {
  alias: string;
  errors: FieldError[];
  /** The place in an export of Signpost. */
  file?: string;
  line?: number;
}

/** Why a run paused or failed: a failure with its parameters. */
export interface ImportReason {
  code: string;
  message: string;
  params: Record<string, string | number>;
}

/** A failure in the form that is stored with the run. */
export function toReason(error: unknown): ImportReason {
  if (error instanceof AppError) return { code: error.code, message: error.message, params: error.params };
  return { code: 'internal_error', message: error instanceof Error ? error.message : String(error), params: {} };
}

/** What limits an import besides the role of its author: the key that started it. */
export interface ImportRights {
  scopes: KeyScopes;
  /** Null if a session, a command or a password started it. */
  keyId: number | null;
}

/** The rights of a session or a command, and of imports that older versions stored. */
export const UNLIMITED: ImportRights = { scopes: null, keyId: null };

/** A run of the importer. */
export interface StoredRun {
  id: number;
  owner: number;
  author: number | null;
  product: ImportProduct;
  host: string;
  status: ImportStatus;
  isDryRun: boolean;
  /** The server runs it, not a command. */
  isBackground: boolean;
  settings: ImportSettings;
  input: StoredInput;
  sealedKey: string | null;
  rights: ImportRights;
  position: string | undefined;
  report: ImportReport;
  /** From 0 to 1, if the source knows it. */
  done: number | undefined;
  reason: ImportReason | undefined;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
}

/** The name under which the position in the misses of an installation is stored. */
export function missSourceOf({ product, host }: Pick<StoredRun, 'product' | 'host'>): string {
  return host === '' ? product : `${product} ${host}`;
}

/** The product of a source in the table of refs. Older versions added the host if it was read by address. */
export function productOf(source: string): string {
  return source.split(' ', 1)[0] ?? source;
}
