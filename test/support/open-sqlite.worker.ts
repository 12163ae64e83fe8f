import { openSqlite } from '../../src/db/sqlite.ts';

declare const self: Worker;

/** The SQLite file to open, and the signal to wait for. */
export interface OpenSqliteOrder {
  path: string;
  /** Becomes 1 when all workers may start. */
  start: Int32Array<SharedArrayBuffer>;
}

self.onmessage = async ({ data: { path, start } }: MessageEvent<OpenSqliteOrder>) => {
  self.postMessage('waiting');
  Atomics.wait(start, 0, 0);
  try {
    await openSqlite(path).close();
    self.postMessage('opened');
  } catch (error) {
    self.postMessage((error as Error).message);
  }
};
