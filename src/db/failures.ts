import { type AppError, storeUnavailable } from '../core/errors.ts';
import { TimeLimitError } from '../lib/time-limit.ts';

interface DriverError {
  code?: string | undefined;
  message?: string | undefined;
  detail?: string | undefined;
  table?: string | undefined;
}

function asDriverError(error: unknown): DriverError {
  if (!(error instanceof Error)) return {};
  const { code, message, detail, table } = error as DriverError;
  // A DOMException has a numeric code, which is not a driver's code.
  return typeof code === 'string' ? { code, message, detail, table } : { message };
}

/** Whether another process has locked the SQLite file; a retry helps. */
export function isBusy(error: unknown): boolean {
  const { code } = asDriverError(error);
  return code !== undefined && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
}

/** Whether two transactions conflicted; a retry will most likely succeed. */
export function isCollision(error: unknown): boolean {
  const { code } = asDriverError(error);
  return code === '40001' || code === '40P01' || isBusy(error);
}

/** Creates an error that restarts the transaction it is thrown in, because the data it has read is outdated. */
export function collision(reason: string, cause?: unknown): Error {
  return Object.assign(new Error(reason, { cause }), { code: '40001' });
}

/** `table.column` of the first column that violates a unique constraint; undefined for other errors. */
export function duplicatedColumn(error: unknown): string | undefined {
  const { code, message, detail, table } = asDriverError(error);
  // PostgreSQL translates the message, but the columns are in the first parentheses in every language.
  if (code === '23505') return `${table}.${/\("?(\w+)/.exec(detail ?? '')?.[1]}`;
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return undefined;
  return /failed: (\w+\.\w+)/.exec(message ?? '')?.[1];
}

/** Whether a foreign key refers to a row that does not exist, or no longer exists. */
export function isDangling(error: unknown): boolean {
  const { code } = asDriverError(error);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

// SQLite: an invalid page or file. PostgreSQL: data or an index that cannot be read.
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002'];

/** Whether the store itself is damaged: a retry cannot help, only a backup. */
export function isDamage(error: unknown): boolean {
  const { code = '' } = asDriverError(error);
  return DAMAGED.some((prefix) => code.startsWith(prefix));
}

const SQLITE_AWAY = ['SQLITE_CANTOPEN', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY'];
const SOCKET_AWAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
];
// Connection lost, out of resources, shutting down, statement canceled by its time limit, read-only standby.
const POSTGRES_AWAY = /^(08|53|57P)|^57014$|^25006$/;
const POSTGRES_WORDS = /timeout|Connection terminated|not queryable|Cannot use a pool after/i;

/** Whether the connection itself has failed, so that it must not be reused. */
export function isConnectionBroken(error: unknown): boolean {
  const { code, message } = asDriverError(error);
  if (code !== undefined) return SOCKET_AWAY.includes(code) || code.startsWith('57P') || code.startsWith('08');
  return POSTGRES_WORDS.test(message ?? '');
}

function isStoreAway(error: unknown): boolean {
  if (error instanceof TimeLimitError || isCollision(error) || isDamage(error) || isConnectionBroken(error))
    return true;
  const code = asDriverError(error).code ?? '';
  return POSTGRES_AWAY.test(code) || SQLITE_AWAY.some((prefix) => code.startsWith(prefix));
}

/** Translates a driver error into an error for the caller; undefined if it is a bug. */
export function translateStoreError(error: unknown): AppError | undefined {
  return isStoreAway(error) ? storeUnavailable({ cause: error }) : undefined;
}
