import { type FileHandle, open } from 'node:fs/promises';
import type { FieldError } from '../core/errors.ts';
import { csvLine, readCell } from '../lib/csv.ts';
import { UsageError } from './command.ts';

/** The file of the rejected rows, each with the reason appended. It is created with the first rejected row. */
export interface ImportRefusals {
  /** Sets the column names. */
  begin(head: string[]): void;
  add(cells: string[], errors: FieldError[]): Promise<void>;
  close(): Promise<void>;
  /** Whether a row was rejected. */
  readonly isWritten: boolean;
}

const REASON = 'refused_because';

export function openRefusals(path: string): ImportRefusals {
  let file: FileHandle | undefined;
  let head: string[] = [];
  // The input may be a corrected file of an earlier import: its old reason column is dropped.
  let dropped = -1;

  async function start(): Promise<FileHandle> {
    try {
      file = await open(path, 'w');
    } catch (error) {
      throw new UsageError(`--refused cannot be written: ${(error as Error).message}`);
    }
    await write(file, head, REASON);
    return file;
  }

  async function write(to: FileHandle, cells: string[], reason: string): Promise<void> {
    const kept = cells.filter((_, index) => index !== dropped).map(readCell);
    // Pads short rows, so that the reason is in its own column.
    const width = head.length - (dropped === -1 ? 0 : 1);
    const padded = [...kept, ...Array.from({ length: Math.max(0, width - kept.length) }, () => '')];
    await to.appendFile(csvLine([...padded, reason]));
  }

  return {
    begin(cells) {
      head = cells;
      dropped = cells.lastIndexOf(REASON);
    },

    async add(cells, errors) {
      const reason = errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
      await write(file ?? (await start()), cells, reason);
    },

    async close() {
      await file?.close();
    },

    get isWritten() {
      return file !== undefined;
    },
  };
}
