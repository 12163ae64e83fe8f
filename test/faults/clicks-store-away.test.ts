import { expect, setDefaultTimeout, test } from 'bun:test';
import { type PostgresService, startPostgres } from '../../scripts/services.ts';
import { EXACT } from '../support/click-audit.ts';
import { ClickSite, TEST_LIMIT_MS } from '../support/click-site.ts';
import { CommitLoser } from '../support/commit-loser.ts';
import { newFolder, newPostgresUrl } from '../support/engines.ts';
import { holdStore } from '../support/store-hold.ts';

setDefaultTimeout(TEST_LIMIT_MS);

const RECOVERY_LIMIT_MS = 5_000;

/** Visits while the store is unavailable. Every visit must get a response, and be counted soon after the store is back. */
async function expectClicksKept(site: ClickSite, runOutage: () => Promise<void>): Promise<void> {
  const { load } = site;
  const running = load.run({ pauseMs: 10 });
  await load.reach(100);
  await runOutage();
  load.stop();
  await running;
  expect(await site.settle()).toBeLessThan(RECOVERY_LIMIT_MS);
  expect(await site.audit()).toMatchObject({ ...EXACT, unanswered: 0 });
}

test.concurrent('clicks wait while another process locks the store [sqlite]', async () => {
  await ClickSite.use({ DATA_DIR: newFolder() }, async (site) => {
    await expectClicksKept(site, async () => {
      const hold = await holdStore(site);
      await Bun.sleep(6_000);
      await hold.release();
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
      await ClickSite.use(store, (site) => expectClicksKept(site, () => runOutage(postgres)));
    } finally {
      await postgres.stop();
    }
  });
}

test.concurrent('clicks are counted once if the response to their commit is lost [postgres]', async () => {
  const loser = await CommitLoser.open(await newPostgresUrl());
  await ClickSite.use({ DATA_DIR: newFolder(), DATABASE_URL: loser.url }, async (site) => {
    const lost = loser.loseNext();
    await site.load.run({ visits: 500 });
    await lost;
    await site.settle();
    expect(await site.audit()).toMatchObject({ ...EXACT, answered: 500, counted: 500 });
  }).finally(() => loser.close());
});
