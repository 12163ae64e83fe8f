import { createServices } from '../src/app/services.ts';
import { readConfig } from '../src/config/config.ts';
import { loadSecret } from '../src/config/data-dir.ts';
import type { Db } from '../src/db/db.ts';
import { openStore } from '../src/db/open.ts';
import { readStoreId } from '../src/db/store-id.ts';
import { parseInput } from '../src/http/read-input.ts';
import { createLog } from '../src/lib/log.ts';
import { addUserInput } from '../src/resources/account/account.contract.ts';
import { aliasOf } from './link-store.ts';

/** An account with links that have consecutive ids. */
export interface Owner {
  key: string;
  linkIds: number[];
}

/** A store with accounts and links, but no clicks. */
export interface ClickStore {
  environment: Record<string, string>;
  id: string;
  owners: Owner[];
}

const LINKS_AT_ONCE = 500;

async function addLinks(db: Db, userId: number, firstNumber: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < count; from += LINKS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(LINKS_AT_ONCE, count - from) }, (_, index) => from + index);
    const rows = await db
      .insertInto('links')
      .values(
        numbers.map((number) => ({
          user_id: userId,
          domain_id: 0,
          alias: aliasOf(firstNumber + number),
          url: `https://www.example.com/articles/${number}`,
          url_hash: `${number}`,
          description: '',
          type: 'direct',
          status: 'active',
          forward_query: 1,
          redirect_code: 302,
          meta_title: '',
          meta_description: '',
          meta_image: '',
          search_words: '',
          created_at: Date.UTC(2026, 0, 1) + number,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  await db.insertInto('tallies').values({ user_id: userId, noun: 'links', rows: count }).execute();
  return ids;
}

/** Creates accounts with this many links each in an empty store. */
export async function newClickStore(
  own: Record<string, string>,
  ownerCount: number,
  linksEach: number,
): Promise<ClickStore> {
  const environment = { RATE_LIMIT: '1000000', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback', ...own };
  const config = readConfig(environment);
  const { database } = await openStore(config, Date.now());
  const runtime = { log: createLog('warn', console.error), now: Date.now };
  const { accounts } = createServices({ db: database.db, config, secret: loadSecret(config), runtime });
  const owners: Owner[] = [];
  for (let number = 0; number < ownerCount; number += 1) {
    const email = `bench${number}@example.com`;
    const user = parseInput(addUserInput, { email, password: 'correct horse 9', isAdmin: false });
    const { id, apikey } = await accounts.add(user);
    owners.push({ key: apikey, linkIds: await addLinks(database.db, id, number * linksEach, linksEach) });
  }
  const id = await readStoreId(database.db);
  await database.close();
  return { environment, id, owners };
}
