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
  // Errors of the web have numbers for codes; those are not a driver's.
  return typeof code === 'string' ? { code, message, detail, table } : { message };
}

/** Another process holds the SQLite file; waiting helps. */
export function isBusy(error: unknown): boolean {
  const { code } = asDriverError(error);
  return code !== undefined && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
}

/** Two transactions met; the same one, begun again, will most likely pass. */
export function isCollision(error: unknown): boolean {
  const { code } = asDriverError(error);
  return code === '40001' || code === '40P01' || isBusy(error);
}

/** Thrown in a transaction, begins it again: what it has read is no longer so. */
export function collision(reason: string, cause?: unknown): Error {
  return Object.assign(new Error(reason, { cause }), { code: '40001' });
}

/** `table.column` of the first column whose value must be unique and is not; undefined for other errors. */
export function duplicatedColumn(error: unknown): string | undefined {
  const { code, message, detail, table } = asDriverError(error);
  // The words are the server's own language; what stands in the first brackets is the columns in each.
  if (code === '23505') return `${table}.${/\("?(\w+)/.exec(detail ?? '')?.[1]}`;
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return undefined;
  return /failed: (\w+\.\w+)/.exec(message ?? '')?.[1];
}

/** A row that was to be referred to is not there, or no longer. */
export function isDangling(error: unknown): boolean {
  const { code } = asDriverError(error);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

// A page of SQLite's that is none; data or an index of PostgreSQL's that cannot be read.
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002'];

/** The store itself is broken: no waiting helps, only a backup. */
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
// Connection lost, out of resources, shutting down, statement cancelled by its time limit, read-only standby.
const POSTGRES_AWAY = /^(08|53|57P)|^57014$|^25006$/;
const POSTGRES_WORDS = /timeout|Connection terminated|not queryable|Cannot use a pool after/i;

/** The connection itself has failed, so that it must not serve again. */
export function isConnectionBroken(error: unknown): boolean {
  const { code, message } = asDriverError(error);
  if (code !== undefined) return SOCKET_AWAY.includes(code) || code.startsWith('57P') || code.startsWith('08');
  return POSTGRES_WORDS.test(message ?? '');
}

function isStoreAway(error: unknown): boolean {
  if (error instanceof TimeLimitError || isBusy(error) || isDamage(error) || isConnectionBroken(error)) return true;
  const code = asDriverError(error).code ?? '';
  return POSTGRES_AWAY.test(code) || SQLITE_AWAY.some((prefix) => code.startsWith(prefix));
}

/** Says in the product's words what a driver's error means to the caller; undefined where it is a bug of ours. */
export function translateStoreError(error: unknown): AppError | undefined {
  return isStoreAway(error) ? storeUnavailable({ cause: error }) : undefined;
}
