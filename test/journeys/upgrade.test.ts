import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { restoreTo } from '../support/backups.ts';
import { ClickLoad } from '../support/click-load.ts';
import { newConfig, newFolder, onEachEngine } from '../support/engines.ts';
import { fixtureVisits, readResponses, readVisit } from '../support/fixture-content.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import {
  listFixtureVersions,
  openStoreFixture,
  type StoreFixture,
  unpackBackupFixture,
} from '../support/store-fixture.ts';

const nextVersion = [process.execPath, '--no-env-file', 'test/support/next-version.ts'];
const unlimited = ['/plain', '/rules', '/old'];
// The last one ends after 1,000 visits, and a newer node may start slowly: one visit in ten is to it.
const redirects = [...unlimited, ...unlimited, ...unlimited, '/limited'];

/** Asserts that a server responds as the released version did. Newer versions may add fields. */
async function expectSame(server: ServerProcess, { apikey, responses, visits }: StoreFixture): Promise<void> {
  expect(await readResponses(server, { Authorization: `Bearer ${apikey}` })).toMatchObject(responses);
  for (const [at, visit] of fixtureVisits.entries()) {
    expect(await readVisit(server, visit)).toEqual(visits[at] as (typeof visits)[number]);
  }
}

/** Asks continuously whether a server is ready; returns a function that ends this and returns the statuses. */
function watchReadiness(server: ServerProcess): () => Promise<Set<number>> {
  const statuses = new Set<number>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      statuses.add((await server.fetch('/readyz')).status);
      await Bun.sleep(20);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return statuses;
  };
}

function listBackups({ environment }: StoreFixture): string[] {
  return readdirSync(join(environment.DATA_DIR, 'backups')).filter((name) => name.endsWith('.backup'));
}

onEachEngine('upgrade', (engine) => {
  for (const version of listFixtureVersions()) {
    test(`a backup of ${version} is restored`, async () => {
      const restored = await restoreTo(await newConfig(engine), unpackBackupFixture(version));
      expect(restored).toMatchObject({ facts: { version }, users: 2, links: 10, pictures: 1 });
    });

    test(`the store of ${version} is served; the next version takes over beside it without a failed redirect`, async () => {
      const fixture = await openStoreFixture(version, engine);
      const older = await startServer(fixture.environment);
      await expectSame(older, fixture);

      const load = new ClickLoad(older.url, redirects);
      const loading = load.run({ connections: 4, pauseMs: 20 });
      const endWatching = watchReadiness(older);
      const newer = await startServer(fixture.environment, { program: nextVersion });
      await load.reach(50);
      const newLoad = new ClickLoad(newer.url, redirects);
      await newLoad.run({ visits: 50, connections: 2 });
      load.stop();
      await loading;
      expect([load.answered, load.cut, load.refusals]).toEqual([load.results.length, 0, []]);
      expect([newLoad.answered, newLoad.refusals]).toEqual([50, []]);
      expect(await endWatching()).toEqual(new Set([200]));

      // An older node that is restarted beside newer ones, or instead of them, still starts.
      await older.end();
      const again = await startServer(fixture.environment);
      expect(await readVisit(again, { path: '/plain', headers: {} })).toMatchObject({ status: 302 });
      expect(await Promise.all([again.end(), newer.end()])).toEqual([0, 0]);

      // One node has backed up the store before it was migrated, and the older version can restore that.
      const [backup = '', ...others] = listBackups(fixture);
      expect([/^signpost-before-9999-[\dTZ-]+\.backup$/.test(backup), others]).toEqual([true, []]);
      const { DATABASE_URL: _, ...sqlite } = fixture.environment;
      const target = readConfig({ ...sqlite, DATA_DIR: newFolder() });
      const path = join(fixture.environment.DATA_DIR, 'backups', backup);
      expect(await restoreTo(target, path)).toMatchObject({ users: 2, links: 10, pictures: 1 });
    });
  }
});
