import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXACT } from '../support/click-audit.ts';
import { agentOf } from '../support/click-load.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { lockStore } from '../support/store-lock.ts';
import { waitUntil } from '../support/wait.ts';

const VISITS = 100;
const BROKEN = 50;
const SEGMENT = '00000001.clicks';

async function killWhenCounted(site: RestartableSite): Promise<void> {
  await site.load.run({ visits: VISITS });
  await site.waitUntilCounted();
  await site.kill();
}

/** Kills the server before it counts anything, and flips a byte in its journal. */
async function killAndBreak(site: RestartableSite): Promise<void> {
  const lock = await lockStore(site);
  await site.load.run({ visits: VISITS });
  await site.kill();
  await lock.release();
  const [journal = ''] = site.journals();
  const path = join(journal, SEGMENT);
  const bytes = readFileSync(path);
  const at = bytes.indexOf(agentOf(BROKEN));
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
  writeFileSync(path, bytes);
}

async function expectOneLost(site: RestartableSite): Promise<void> {
  await site.waitUntilCounted();
  expect(await site.audit()).toMatchObject({ ...EXACT, answered: VISITS, counted: VISITS - 1, lost: [BROKEN] });
  expect(await site.metric('signpost_clicks_dropped_total{reason="unreadable"}')).toBe(1);
  expect(site.server.output.stdout).toContain('parts of a click journal could not be read');
}

async function expectCounting(site: RestartableSite): Promise<void> {
  await site.load.run({ visits: VISITS });
  await site.waitUntilCounted();
  expect(await site.audit()).toMatchObject({ ...EXACT, answered: 2 * VISITS, counted: 2 * VISITS });
}

async function waitUntilRefused({ server }: RestartableSite): Promise<void> {
  const words = 'clicks cannot be written to the store; retrying';
  await waitUntil('the store refuses clicks', () => server.output.stdout.includes(words));
}

onEachEngine('the journal of a killed server', (engine) => {
  test.concurrent('a flipped byte loses only its click, which is reported and quarantined', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), async (site) => {
      await killAndBreak(site);
      await site.restart();
      await expectOneLost(site);
      const folder = join(site.dataDir, 'quarantine');
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
      expect(files.join()).toContain(agentOf(BROKEN).slice(1));
    });
  });

  test.concurrent('a counted journal does not block counting if the store is locked during its removal', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), async (site) => {
      await killWhenCounted(site);
      await site.restart();
      let lock = await lockStore(site);
      // The journal is already removed: try again.
      while (site.journals().length === 1) {
        await lock.release();
        await site.kill();
        await site.restart();
        lock = await lockStore(site);
      }
      await waitUntilRefused(site);
      expect(site.journals()).toHaveLength(1);
      await lock.release();
      await expectCounting(site);
    });
  });
});

test.concurrent('a store that fails while one journal is recovered does not block the others [postgres]', async () => {
  await RestartableSite.use(await newReadyEnvironment('postgres'), async (site) => {
    const lock = await lockStore(site, 'access exclusive');
    for (let journal = 0; journal < 2; journal += 1) {
      await site.load.run({ visits: VISITS });
      await site.kill();
      await site.restart();
    }
    await waitUntilRefused(site);
    await lock.release();
    await site.waitUntilCounted();
    expect(await site.audit()).toMatchObject({ ...EXACT, answered: 2 * VISITS, counted: 2 * VISITS });
  });
});

// These tests do not depend on the engine.
test.concurrent('damaged bytes that cannot be quarantined lose no other click, and nothing is counted twice [sqlite]', async () => {
  await RestartableSite.use(await newReadyEnvironment('sqlite'), async (site) => {
    await killAndBreak(site);
    writeFileSync(join(site.dataDir, 'quarantine'), 'not a folder');
    await site.restart();
    await expectOneLost(site);
  });
});

test.concurrent('a segment that a killed server truncated but did not delete does not block counting [sqlite]', async () => {
  await RestartableSite.use(await newReadyEnvironment('sqlite'), async (site) => {
    await killWhenCounted(site);
    for (const journal of site.journals()) truncateSync(join(journal, SEGMENT), 0);
    await site.restart();
    await expectCounting(site);
  });
});
