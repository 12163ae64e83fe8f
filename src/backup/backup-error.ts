import type { Config } from '../config/config.ts';
import { explainStoreError } from '../db/open.ts';

/** A backup that cannot be created or restored. The message tells the operator what to do. */
export class BackupError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'BackupError';
  }
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];
const NO_WAY = [
  'ENOENT',
  'EACCES',
  'ENOTDIR',
  'EROFS',
  'EPERM',
  'EIO',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
];

/** Explains why a file could not be written if the cause is the disk or the folder. */
export function explainWriting(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (NO_ROOM.includes(code)) return new BackupError(`${path} could not be created: the disk is full.`, error);
  const isDisk = NO_WAY.some((prefix) => code.startsWith(prefix));
  return isDisk ? new BackupError(`${path} could not be created: ${(error as Error).message}.`, error) : error;
}

/** Explains why PostgreSQL could not be used. Disk errors of this machine are not handled here. */
export function explainPostgres(error: unknown, config: Config): unknown {
  const code = codeOf(error);
  return code.startsWith('SQLITE_') || NO_ROOM.includes(code) ? error : explainStoreError(error, config);
}
