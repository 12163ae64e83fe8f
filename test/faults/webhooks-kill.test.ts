import { expect, setDefaultTimeout, test } from 'bun:test';
import { addAccount } from '../support/add-account.ts';
import { newFolder, newStoreEnvironment, onEachEngine } from '../support/engines.ts';
import { killWhileSending } from '../support/webhook-kills.ts';

setDefaultTimeout(120_000);

const KILLS = 3;

onEachEngine('webhooks at kill -9', (engine) => {
  test.concurrent('of two nodes one is killed again and again: every event arrives, with the same id and body', async () => {
    const settings = { SECRET: 'the same for both nodes', RATE_LIMIT: '100000', WEBHOOK_ALLOW: 'loopback' };
    const environment = { ...(await newStoreEnvironment(engine)), ...settings };
    const key = await addAccount(environment);
    // On SQLite, both nodes are processes with one data folder.
    const second = engine === 'sqlite' ? environment : { ...environment, DATA_DIR: newFolder() };
    const { links, visits, missing, changed } = await killWhileSending([environment, second], key, KILLS);
    expect({ missing, changed }).toEqual({ missing: 0, changed: 0 });
    expect(Math.min(links, visits)).toBeGreaterThan(0);
  });
});
