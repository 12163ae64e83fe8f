import { Database as SqliteFile } from 'bun:sqlite';
import { join } from 'node:path';
import { SQL } from 'bun';

const ROWS = 8_000;

/** Grows the store of a running server by about ten megabytes, so that a backup takes a while. */
export async function padStore({ DATA_DIR = '', DATABASE_URL }: Record<string, string>): Promise<void> {
  if (DATABASE_URL !== undefined) {
    const server = new SQL(DATABASE_URL, { max: 1 });
    await server.unsafe(`insert into words (text) select n || repeat('x', 500) from generate_series(1, ${ROWS}) as n`);
    await server.close();
    return;
  }
  const file = new SqliteFile(join(DATA_DIR, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
    insert into words (text) select n || hex(zeroblob(250)) from numbers`);
  file.close();
}
