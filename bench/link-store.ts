import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { sha256 } from '../src/lib/token.ts';
import { newFolder } from '../test/support/engines.ts';
import { signpost } from '../test/support/server-process.ts';

/** A SQLite store with many links of one account. */
export interface LinkStore {
  environment: { DATA_DIR: string; RATE_LIMIT: string; LOG_LEVEL: string };
  key: string;
  count: number;
}

const ALPHABET = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const ALIAS_LENGTH = 7;
const ALIASES = 57n ** BigInt(ALIAS_LENGTH);
// Coprime to the number of aliases, so that none repeats; consecutive numbers are far apart in the index.
const STEP = 1_205_970_323_509n;

/** The alias of the link with this number, from 0. */
export function aliasOf(number: number): string {
  let rest = Number((BigInt(number) * STEP) % ALIASES);
  let alias = '';
  for (let index = 0; index < ALIAS_LENGTH; index += 1) {
    alias += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return alias;
}

function urlOf(number: number): string {
  return `https://www.shop-${number % 5_000}.example/articles/2026/spring/item-${number}?utm_source=news`;
}

const INSERT = `insert into links (user_id, domain_id, alias, url, url_hash, description, type, status, forward_query, redirect_code,
  meta_title, meta_description, meta_image, search_words, created_at) values (?, 0, ?, ?, ?, '', 'direct', 'active', 1, 302, '', '', '', '', ?)`;
const BATCH = 100_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

function hashOf(url: string): string {
  return sha256(url).slice(0, 16);
}

function fill(file: Database, userId: number, count: number): void {
  // No syncing: no other process uses the file, and it may be lost.
  for (const setting of ['synchronous = off', 'cache_size = -1000000']) file.run(`pragma ${setting}`);
  const insert = file.prepare(INSERT);
  const insertBatch = file.transaction((from: number) => {
    const end = Math.min(count, from + BATCH);
    for (let number = from; number < end; number += 1)
      insert.run(userId, aliasOf(number), urlOf(number), hashOf(urlOf(number)), FIRST_DAY + number);
  });
  for (let from = 0; from < count; from += BATCH) insertBatch(from);
  insert.finalize();
  file.run("insert into tallies (user_id, noun, rows) values (?, 'links', ?)", [userId, count]);
}

/** Creates a store with this many links. Inserts the rows directly, because the API would take an hour. */
export async function newLinkStore(count: number): Promise<LinkStore> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' };
  await signpost(['migrate'], environment);
  const words = ['user', 'add', '--email', 'bench@example.com', '--password', 'correct horse 9', '--json'];
  const { id, apikey } = JSON.parse((await signpost(words, environment)).stdout);
  const file = new Database(join(environment.DATA_DIR, 'signpost.db'));
  fill(file, id, count);
  file.run('pragma wal_checkpoint(truncate)');
  file.close();
  return { environment, key: apikey, count };
}
