import { expect, test } from 'bun:test';
import { type PostgresService, startPostgres } from '../../scripts/services.ts';
import { EXACT } from '../support/click-audit.ts';
import { CommitDroppingProxy } from '../support/commit-dropping-proxy.ts';
import { newFolder, newPostgresUrl, newReadyEnvironment } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { lockStore } from '../support/store-lock.ts';
import { stretched, waitUntil } from '../support/wait.ts';

const RECOVERY_LIMIT_MS = stretched(5_000);

/** Resolves when the server has noticed that it cannot write clicks. */
type UntilNoticed = () => Promise<void>;

/** Visits while the store is unavailable. Every visit must get a response, and be counted soon after the store is back. */
async function expectClicksKept(
  site: RestartableSite,
  runOutage: (untilNoticed: UntilNoticed) => Promise<void>,
): Promise<void> {
  const { load } = site;
  const running = load.run({ pauseMs: 10 });
  await load.reach(100);
  await runOutage(async () => {
    const { output } = site.server;
    await waitUntil('the server notices that it cannot write clicks', () =>
      output.stdout.includes('clicks cannot be written to the store; retrying'),
    );
    // Visits after that must be kept too.
    await load.reach(100);
  });
  load.stop();
  await running;
  expect(await site.waitUntilCounted()).toBeLessThan(RECOVERY_LIMIT_MS);
  expect(await site.audit()).toMatchObject({ ...EXACT, unanswered: 0 });
}

test.concurrent('clicks wait while another process locks the store [sqlite]', async () => {
  await RestartableSite.use(await newReadyEnvironment('sqlite'), async (site) => {
    await expectClicksKept(site, async (untilNoticed) => {
      const lock = await lockStore(site);
      await untilNoticed();
      await lock.release();
    });
    await site.server.end();
    expect(site.checkIntegrity()).toBe('ok');
  });
});

const outages: [string, (postgres: PostgresService, untilNoticed: UntilNoticed) => Promise<void>][] = [
  [
    'does not respond',
    async (postgres, untilNoticed) => {
      postgres.pause();
      await untilNoticed();
      postgres.resume();
    },
  ],
  ['is stopped', (postgres, untilNoticed) => postgres.restart(untilNoticed)],
];
for (const [how, runOutage] of outages) {
  test.concurrent(`clicks wait while PostgreSQL ${how} [postgres]`, async () => {
    const postgres = await startPostgres();
    try {
      const store = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url };
      await RestartableSite.use(store, (site) =>
        expectClicksKept(site, (untilNoticed) => runOutage(postgres, untilNoticed)),
      );
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
