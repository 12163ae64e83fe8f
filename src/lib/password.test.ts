import { beforeEach, expect, test } from 'bun:test';
import { newConfig } from '../../test/support/engines.ts';
import { createSite } from '../app/site.ts';
import { openBus } from '../bus/open.ts';
import { openStore } from '../db/open.ts';
import { createLog } from './log.ts';
import { dummyHash, hashLinkPassword, hashPassword, setPasswordCost, verifyPassword } from './password.ts';

const CHEAP = { memoryCost: 8, timeCost: 1 };
const PRODUCTION = '$argon2id$v=19$m=19456,t=2,p=1$';

beforeEach(() => setPasswordCost());

/** The algorithm and the cost of every hash that is made now. */
async function costs(): Promise<string[]> {
  const hashes = [await hashPassword('a'), await hashLinkPassword('a', 1), dummyHash()];
  return hashes.map((hash) => hash.split('$').slice(0, 4).concat('').join('$'));
}

test('a password hash takes 19 MiB and two passes, for accounts, for links, and for an account that does not exist', async () => {
  expect(await costs()).toEqual([PRODUCTION, PRODUCTION, PRODUCTION]);
});

test('a site hashes at the cost of production, unless a test asks for another cost', async () => {
  const config = await newConfig('sqlite');
  const log = createLog('silent', () => {});
  const runtime = { log, now: Date.now };
  for (const [passwordCost, prefix] of [
    [CHEAP, '$argon2id$v=19$m=8,t=1,p=1$'],
    [undefined, PRODUCTION],
  ] as const) {
    const { database } = await openStore(config, 0);
    const options = { isOnOneThread: true, ...(passwordCost && { passwordCost }) };
    const site = await createSite({ database, bus: openBus(config, log), config, runtime, options });
    expect(await costs()).toEqual([prefix, prefix, prefix]);
    await site.close();
  }
});

test('no password matches the hash for an account that does not exist', async () => {
  setPasswordCost(CHEAP);
  for (const password of ['', 'a', 'correct horse 9'])
    expect(await verifyPassword(password, dummyHash(), [])).toBe(false);
});
