import { Database as SqliteFile } from 'bun:sqlite';
import { test } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Engine } from '../../src/db/db.ts';

/** The statements that find out who makes a request, whatever the request asks for. */
const IDENTIFIES_CALLER = [
  /^select keys\.id, .* from keys inner join users on .* where keys\.hash in /,
  /^update "keys" set "used_at" = \? where /,
  /^select "sessions"\."id", .* from "sessions" inner join "users" .* where "sessions"\."hash" = /,
  /^update "sessions" set "used_at" = \?, "expires_at" = \? where /,
  /^select "memberships"\."role" from "memberships" inner join "users" on .* where "memberships"\."workspace_id" = /,
];

/** The other statements of the case in progress. Work that an earlier case left in the background belongs to that case. */
const statements = new AsyncLocalStorage<string[]>();

function note(sql: string): void {
  const own = statements.getStore();
  if (own === undefined) return;
  const text = sql.trim().replaceAll(/\s+/g, ' ');
  if (!IDENTIFIES_CALLER.some((pattern) => pattern.test(text))) own.push(text);
}

// Every statement on SQLite passes through one of these two methods.
const { query, run } = SqliteFile.prototype;
SqliteFile.prototype.query = function (this: SqliteFile, sql: string) {
  note(sql);
  return query.call(this, sql);
} as typeof query;
SqliteFile.prototype.run = function (this: SqliteFile, sql: string, ...bindings: unknown[]) {
  note(sql);
  return Reflect.apply(run, this, [sql, ...bindings]);
} as typeof run;

/** Runs a case, and throws if it ran a statement other than those that identify the caller. */
export async function runWithoutStore(work: () => unknown): Promise<void> {
  const own: string[] = [];
  await statements.run(own, async () => work());
  if (own.length > 0) throw new Error(`This case reaches the store, so it must run on each engine:\n${own.join('\n')}`);
}

/** Declares a case like `test`, or one for each row like `test.each`. */
interface DeclareCase {
  (name: string, work: () => unknown): void;
  each<Row extends readonly [unknown, ...unknown[]]>(
    rows: readonly Row[],
  ): (name: string, work: (...row: [...Row]) => unknown) => void;
  each<Value>(rows: readonly Value[]): (name: string, work: (value: Value) => unknown) => void;
}

function declare(name: string, work: () => unknown): void {
  test(name, () => runWithoutStore(work));
}
declare.each = (rows: readonly unknown[]) => (name: string, work: (...row: never[]) => unknown) =>
  test.each(rows)(name, (...row: unknown[]) => runWithoutStore(() => Reflect.apply(work, undefined, row)));

function declareNothing(): void {}
declareNothing.each = () => declareNothing;

/**
 * Declares cases that end before the store is reached, such as bodies that are refused as soon as they are read. They run on one
 * engine only, and fail if the program runs a statement other than those that identify the caller. So they also prove that
 * nothing was stored.
 */
export function testWithoutStore(engine: Engine): DeclareCase {
  return engine === 'sqlite' ? declare : declareNothing;
}
