import { setImmediate } from 'node:timers/promises';
import { dumpCharset, dumpCutOff, dumpNotReadable } from './dump-failures.ts';
import { DumpProblem } from './dump-problem.ts';
import { DumpText } from './dump-text.ts';
import { CutOffError, findFileKind, readChunks } from './open-file.ts';
import { readDump } from './read-dump.ts';
import { readSqliteFile } from './read-sqlite-file.ts';
import { StagedTables } from './staged-tables.ts';
import type { WantedTable } from './wanted-table.ts';

const failures = { not_readable: dumpNotReadable, cut_off: dumpCutOff, unknown_charset: dumpCharset };

async function* yielding(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    // A stream that has read ahead would keep the thread to itself.
    await setImmediate();
    yield chunk;
  }
}

async function stageDump(chunks: AsyncIterable<Uint8Array>, tables: StagedTables): Promise<void> {
  const text = new DumpText(yielding(chunks));
  try {
    await readDump(text, tables);
  } catch (cause) {
    if (cause instanceof CutOffError) throw dumpCutOff({ ...text.locate(text.text.length) }, { cause });
    if (cause instanceof DumpProblem) throw failures[cause.kind]({ ...text.locate(cause.offset) }, { cause });
    throw cause;
  } finally {
    await text.close();
  }
}

/**
 * Reads the wanted tables of a SQL dump or a SQLite file. The whole file is read first, so that nothing of an incomplete or unreadable one
 * is imported. Throws a failure of `dump-failures.ts`.
 */
export async function stageFile(path: string, product: string, wanted: readonly WantedTable[]): Promise<StagedTables> {
  const kind = await findFileKind(path);
  const tables = new StagedTables(product, wanted);
  try {
    if (kind === 'sqlite') await readSqliteFile(path, tables);
    else await stageDump(readChunks(path, kind), tables);
    tables.finish();
    return tables;
  } catch (error) {
    tables.close();
    throw error;
  }
}
