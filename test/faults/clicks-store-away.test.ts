import { expect, setDefaultTimeout, test } from 'bun:test';
import { type PostgresService, startPostgres } from '../../scripts/services.ts';
import { EXACT } from '../support/click-audit.ts';
import { CommitDroppingProxy } from '../support/commit-dropping-proxy.ts';
import { newFolder, newPostgresUrl, newReadyEnvironment } from '../support/engines.ts';
import { RestartableSite, TEST_LIMIT_MS } from '../support/restartable-site.ts';
import { lockStore } from '../support/store-lock.ts';

setDefaultTimeout(TEST_LIMIT_MS);

const RECOVERY_LIMIT_MS = 5_000;

/** Visits while the store is unavailable. Every visit must get a response, and be counted soon after the store is back. */
async function expectClicksKept(site: RestartableSite, runOutage: () => Promise<void>): Promise<void> {
  const { load } = site;
  const running = load.run({ pauseMs: 10 });
  await load.reach(100);
  await runOutage();
  load.stop();
  await running;
  expect(await site.waitUntilCounted()).toBeLessThan(RECOVERY_LIMIT_MS);
  expect(await site.audit()).toMatchObject({ ...EXACT, unanswered: 0 });
}

test.concurrent('clicks wait while another process locks the store [sqlite]', async () => {
  await RestartableSite.use(await newReadyEnvironment('sqlite'), async (site) => {
    await expectClicksKept(site, async () => {
      const lock = await lockStore(site);
      await Bun.sleep(6_000);
      await lock.release();
    });
    await site.server.end();
    expect(site.checkIntegrity()).toBe('ok');
  });
});

const outages: [string, (postgres: PostgresService) => Promise<void>][] = [
  [
    'does not respond',
    async (postgres) => {
      postgres.pause();
      await Bun.sleep(5_000);
      postgres.resume();
    },
  ],
  ['is stopped', (postgres) => postgres.restart(() => Bun.sleep(3_000))],
];
for (const [how, runOutage] of outages) {
  test.concurrent(`clicks wait while PostgreSQL ${how} [postgres]`, async () => {
    const postgres = await startPostgres();
    try {
      const store = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url };
      await RestartableSite.use(store, (site) => expectClicksKept(site, () => runOutage(postgres)));
    } finally {
      await postgres.stop();
    }
  });
}

test.concurrent('clicks are counted once if the response to their commit is lost [postgres]', async () => {
  const proxy = await CommitDroppingProxy.open(await newPostgresUrl());
  await RestartableSite.use({ DATA_DIR: newFolder(), DATABASE_URL: proxy.url }, async (site) => {
    const lost = proxy.dropNextCommit();
    await site.load.run({ visits: 500 });
    await lost;
    await site.waitUntilCounted();
    expect(await site.audit()).toMatchObject({ ...EXACT, answered: 500, counted: 500 });
  }).finally(() => proxy.close());
});
