import { expect, test } from 'bun:test';
import { EXACT } from '../support/click-audit.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { lockStore, type StoreLock } from '../support/store-lock.ts';
import { stretched } from '../support/wait.ts';

const STOP_LIMIT_MS = stretched(10_000);

async function expectGoodStop(site: RestartableSite, lock?: StoreLock): Promise<void> {
  const { load } = site;
  const running = load.run();
  await load.reach(1_000);
  const startMs = performance.now();
  const exitCode = await site.server.end('SIGTERM');
  const ms = performance.now() - startMs;
  await running;
  await lock?.release();
  expect(exitCode).toBe(0);
  expect(ms).toBeLessThan(STOP_LIMIT_MS);
  // Every connection ended with a response; none was closed during a request.
  expect({ cut: load.cut, partial: load.partial }).toEqual({ cut: 0, partial: 0 });
  await site.restart();
  await site.waitUntilCounted();
  expect(await site.audit()).toMatchObject({ ...EXACT, unanswered: 0 });
}

onEachEngine('SIGTERM under load', (engine) => {
  test.concurrent('every request gets a response and no click is lost, also while the store is locked', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), async (site) => {
      await expectGoodStop(site);
      await expectGoodStop(site, await lockStore(site));
    });
  });
});
