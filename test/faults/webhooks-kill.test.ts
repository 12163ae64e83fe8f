import { expect, test } from 'bun:test';
import { startPostgres } from '../../scripts/services.ts';
import { addAccount } from '../support/add-account.ts';
import { newFolder, newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { disturbWhileSending, killWhileSending } from '../support/webhook-kills.ts';

// Each node once; `npm run faults webhooks` kills more often.
const KILLS = 2;

test.concurrent('PostgreSQL restarts while webhooks are sent: every event arrives, with the same id and body [postgres]', async () => {
  const postgres = await startPostgres();
  try {
    const settings = { RATE_LIMIT: '100000', WEBHOOK_ALLOW: 'loopback' };
    const environment = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url, ...settings };
    const key = await addAccount(environment);
    const { links, visits, missing, changed } = await disturbWhileSending(
      [environment],
      key,
      async ({ reachVisits, reachFailures }) => {
        for (let restarts = 0; restarts < 2; restarts += 1) {
          await reachVisits(5);
          await postgres.restart(() => reachFailures(1));
        }
        await reachVisits(5);
      },
    );
    expect({ missing, changed }).toEqual({ missing: 0, changed: 0 });
    expect(Math.min(links, visits)).toBeGreaterThan(0);
  } finally {
    await postgres.stop();
  }
});

onEachEngine('webhooks at kill -9', (engine) => {
  test.concurrent('of two nodes one is killed again and again: every event arrives, with the same id and body', async () => {
    const settings = { SECRET: 'the same for both nodes', RATE_LIMIT: '100000', WEBHOOK_ALLOW: 'loopback' };
    const environment = { ...(await newReadyEnvironment(engine)), ...settings };
    const key = await addAccount(environment);
    // On SQLite, both nodes are processes with one data folder.
    const second = engine === 'sqlite' ? environment : { ...environment, DATA_DIR: newFolder() };
    const { links, visits, missing, changed } = await killWhileSending([environment, second], key, KILLS);
    expect({ missing, changed }).toEqual({ missing: 0, changed: 0 });
    expect(Math.min(links, visits)).toBeGreaterThan(0);
  });
});
