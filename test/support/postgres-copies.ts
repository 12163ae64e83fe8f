import { SQL } from 'bun';
import { type Kysely, sql } from 'kysely';
import { randomToken } from '../../src/lib/token.ts';
import type { Tables } from '../../src/tables.ts';

/** Everything that a database needs to equal the template again. */
interface Template {
  name: string;
  schema: string;
  /** Statements that insert its rows. */
  rows: string[];
  /** Statements that set the sequences from which its migrations took values. */
  sequences: string[];
}

/** A database that this process has made, with the one connection that empties it. */
interface Copy {
  url: string;
  connection: SQL | undefined;
}

// A change of the schema writes rows with a higher transaction id, or removes rows. Vacuum updates rows in place.
const CATALOGS = ['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_trigger'];
const SCHEMA = CATALOGS.map((name) => `(select count(*) || ':' || max(xmin::text::bigint) from ${name})`).join(
  ` || ' ' || `,
);

const FILLED_TABLES = `coalesce((select json_agg(oid::regclass::text order by oid) from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0), '[]')`;

// A connection that has just been closed may still be busy on the server.
const OTHERS = `(select count(*)::int from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend')`;

const USED_SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value, start_value
  from pg_sequences where last_value is not null`;

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Creates a database on a server and returns its URL. */
export async function createDatabase(server: SQL, serverUrl: string, template: string): Promise<string> {
  const url = new URL(serverUrl);
  const name = `test_${Buffer.from(randomToken(9)).toString('hex')}`;
  await server.unsafe(`create database ${name} template ${template}`);
  url.pathname = `/${name}`;
  return url.href;
}

async function readTemplate(db: Kysely<Tables>, url: string): Promise<Template> {
  const { rows: found } = await sql
    .raw<{ schema: string; tables: string[] }>(`select ${SCHEMA} as schema, ${FILLED_TABLES} as tables`)
    .execute(db);
  const [{ schema, tables } = { schema: '', tables: [] }] = found;
  const rows: string[] = [];
  for (const table of tables) {
    const statement = `select quote_literal(json_agg(one)) as content from ${table} one having count(*) > 0`;
    const { rows: contents } = await sql.raw<{ content: string }>(statement).execute(db);
    for (const { content } of contents)
      rows.push(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${content})`,
      );
  }
  const { rows: used } = await sql.raw<{ name: string; last_value: number }>(USED_SEQUENCES).execute(db);
  const sequences = used.map(({ name, last_value: value }) => `select setval('${name}', ${value})`);
  return { name: databaseOf(url), schema, rows, sequences };
}

/**
 * Copies of a migrated PostgreSQL database. One that is given back is emptied and used again, because that takes a small part of the
 * time for creating one.
 */
export class PostgresCopies {
  readonly #serverUrl: string;
  readonly #server: SQL;
  readonly #template: Template;
  readonly #copies = new Map<string, Copy>();
  /** The copies that were given back, oldest first. */
  readonly #returned: Copy[] = [];

  private constructor(server: SQL, serverUrl: string, template: Template) {
    this.#server = server;
    this.#serverUrl = serverUrl;
    this.#template = template;
  }

  /** Makes copies of the database at this URL; `db` is open on it, and must be closed before the first copy. */
  static async of(db: Kysely<Tables>, url: string, server: SQL): Promise<PostgresCopies> {
    return new PostgresCopies(server, url, await readTemplate(db, url));
  }

  /** The URL of a database that equals the template. */
  async take(): Promise<string> {
    for (let left = this.#returned.length; left > 0; left -= 1) {
      const copy = this.#returned.shift();
      if (!copy) break;
      const state = await this.#reset(copy);
      if (state === 'ready') return copy.url;
      if (state === 'in use') this.#returned.push(copy);
    }
    const url = await createDatabase(this.#server, this.#serverUrl, this.#template.name);
    this.#copies.set(databaseOf(url), { url, connection: undefined });
    return url;
  }

  /** Makes a database available again, if it was taken from here. */
  giveBack(url: string): void {
    const copy = this.#copies.get(databaseOf(url));
    if (copy && !this.#returned.includes(copy)) this.#returned.push(copy);
  }

  /** Never makes this database available again, because it has more than one user. */
  forget(url: string): void {
    this.#copies.delete(databaseOf(url));
  }

  async #reset(copy: Copy): Promise<'ready' | 'in use' | 'changed'> {
    copy.connection ??= new SQL(copy.url, { max: 1 });
    const { connection } = copy;
    const [found] = await connection.unsafe(
      `select ${OTHERS} as others, ${SCHEMA} as schema, ${FILLED_TABLES} as tables`,
    );
    const { others, schema, tables }: { others: number; schema: string; tables: string[] } = found;
    if (others > 0) return 'in use';
    if (schema !== this.#template.schema) {
      this.forget(copy.url);
      await connection.close();
      return 'changed';
    }
    // Without triggers, the order of the tables does not matter to foreign keys.
    const deletions = tables.map((table) => `delete from ${table}`);
    await connection.unsafe(['set session_replication_role = replica', ...deletions].join(';'));
    // Now new rows are stored in the order of their insertion, as in a new database.
    await connection.unsafe(`vacuum ${tables.join(', ')}`);
    const reset = `select setval(name::regclass, start_value, false) from (${USED_SEQUENCES}) used`;
    await connection.unsafe([reset, ...this.#template.sequences, ...this.#template.rows].join(';'));
    return 'ready';
  }
}
