import { type Compilable, CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Db } from '../../src/db/db.ts';

/** SQLite's plan for each query of the work, one line for each step. */
export async function plansOf(db: Db, work: (spied: Db) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const spy: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const spied = db.withPlugin(spy);
  // Prepared statements are not compiled, so a plugin does not see them.
  spied.executeQuery = <Row>(query: CompiledQuery<Row> | Compilable<Row>) => {
    if ('sql' in query) queries.push(query);
    return db.executeQuery<Row>(query);
  };
  await work(spied);
  const lines: string[] = [];
  for (const { sql, parameters } of queries) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(plan);
    lines.push(...rows.map(({ detail }) => detail));
  }
  return lines;
}
