import { Database as SqliteFile } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { FIRST_HOUR, nounCodes, spanCodes } from '../../src/rollups/subject.ts';
import { readAll, restoreTo } from '../support/backups.ts';
import { EXACT } from '../support/click-audit.ts';
import { newConfig, newFolder, newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { padStore } from '../support/padding-rows.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { PROGRAM, signpost } from '../support/server-process.ts';
import { lockStore } from '../support/store-lock.ts';
import { waitUntil } from '../support/wait.ts';

const FIRST_LINKS = 3;

/** Creates links one after the other until it is stopped; each alias contains its index. */
class Writer {
  /** The time of each response. */
  readonly answeredMs: number[] = [];
  readonly refusals: number[] = [];
  #isStopped = false;

  async run({ server, headers }: RestartableSite): Promise<void> {
    while (!this.#isStopped) {
      const body = JSON.stringify({ url: 'https://example.com/', custom: `row-${this.answeredMs.length}` });
      const answer = await server.fetch('/api/url/add', { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.status !== 200) this.refusals.push(answer.status);
      this.answeredMs.push(performance.now());
    }
  }

  async reach(count: number): Promise<void> {
    await waitUntil(`${count} links are created`, () => this.answeredMs.length >= count, { everyMs: 1 });
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** The longest time between two responses. */
  get longestPauseMs(): number {
    return Math.max(...this.answeredMs.slice(1).map((ms, index) => ms - (this.answeredMs[index] ?? ms)));
  }
}

/** Runs the real command, and pauses it while it copies, with all locks that it holds then. */
async function backUpSlowly(site: RestartableSite, out: string, meanwhile: () => Promise<void>): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', ...site.environment };
  const child = Bun.spawn([PROGRAM, 'backup', '--out', out], { env, stdout: 'ignore', stderr: 'pipe' });
  const isCopying = () => (statSync(`${out}.${child.pid}-1.part`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  await waitUntil('the backup copies', () => child.exitCode !== null || isCopying(), { everyMs: 1 });
  child.kill('SIGSTOP');
  await meanwhile();
  child.kill('SIGCONT');
  expect([await child.exited, await child.stderr.text()]).toEqual([0, expect.not.stringContaining('signpost: ')]);
}

interface Restored {
  aliases: string[];
  clicks: number;
}

/** Reads a restored store and checks that its counts agree. */
async function readRestored(config: Config): Promise<Restored> {
  const { links = [], tallies, rollups = [], kept_clicks: kept = [], users = [] } = await readAll(config);
  expect(tallies).toContainEqual({ user_id: users[0]?.id, noun: 'links', rows: links.length });
  let clicks = 0;
  for (const link of links) {
    const own = rollups.filter((rollup) => rollup.noun === nounCodes.link && rollup.noun_id === link.id);
    const sums = Object.values(spanCodes).map((code) =>
      sumOf(own.filter(({ span }) => span === code || span === FIRST_HOUR).map((rollup) => rollup.clicks)),
    );
    const records = sumOf(kept.filter((row) => row.subject_key === link.id).map((row) => row.records));
    expect([...sums, records]).toEqual(Array(4).fill(link.clicks));
    clicks += Number(link.clicks);
  }
  const aliases = links.map(({ alias }) => String(alias)).filter((alias) => alias.startsWith('row-'));
  return { aliases, clicks };
}

function sumOf(numbers: unknown[]): number {
  return numbers.reduce<number>((sum, number) => sum + Number(number), 0);
}

onEachEngine('backup under load', (engine) => {
  test.concurrent('a backup blocks no request and is a consistent state', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), async (site) => {
      await padStore(site.environment);
      const writer = new Writer();
      const writing = writer.run(site);
      const visiting = site.load.run({ connections: 2, pauseMs: 20 });
      await writer.reach(20);
      const before = writer.answeredMs.length;
      const out = join(newFolder(), 'store.backup');
      await backUpSlowly(site, out, async () => {
        // The paused backup holds all of its locks now: if they blocked requests, neither load would make progress.
        await writer.reach(writer.answeredMs.length + 20);
        await site.load.reach(50);
      });
      const { longestPauseMs } = writer;
      const after = writer.answeredMs.length;
      writer.stop();
      site.load.stop();
      await Promise.all([writing, visiting]);
      expect(writer.refusals).toEqual([]);
      expect(site.load.refusals).toEqual([]);

      const elsewhere = await newConfig(engine);
      await restoreTo(elsewhere, out);
      const { aliases, clicks } = await readRestored(elsewhere);
      if (engine === 'sqlite') {
        const file = new SqliteFile(join(elsewhere.dataDir, 'signpost.db'));
        expect(file.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
        file.close();
      }
      // The backup has every link from before its start, and the later ones up to a single moment.
      expect(aliases).toEqual(aliases.map((_, index) => `row-${index}`));
      expect(aliases.length).toBeGreaterThanOrEqual(before);
      expect(aliases.length).toBeLessThanOrEqual(after + 1);
      console.log(
        `${engine}: ${aliases.length} links of ${before} before and ${after} after, ${clicks} clicks;`,
        `the longest pause of a writer was ${longestPauseMs.toFixed(0)} ms`,
      );
    });
  });
});

test.concurrent('clicks that were not counted when a store broke are counted once in the restored store [sqlite]', async () => {
  await RestartableSite.use(await newReadyEnvironment('sqlite'), async (site) => {
    await site.load.run({ visits: 100 });
    await site.waitUntilCounted();
    const out = join(newFolder(), 'store.backup');
    expect(await signpost(['backup', '--out', out], site.environment)).toMatchObject({ exitCode: 0 });
    // These clicks are counted and removed from the journal before the store breaks, so they are lost with it.
    await site.load.run({ visits: 50 });
    await site.waitUntilCounted();
    const lock = await lockStore(site);
    await site.load.run({ visits: 100 });
    await site.kill();
    await lock.release();

    const path = join(site.dataDir, 'signpost.db');
    for (const suffix of ['', '-wal', '-shm']) {
      if (statSync(`${path}${suffix}`, { throwIfNoEntry: false }))
        renameSync(`${path}${suffix}`, `${path}.broken${suffix}`);
    }
    const { stdout } = await signpost(['restore', '--from', out, '--json'], site.environment);
    expect(JSON.parse(stdout)).toMatchObject({ links: FIRST_LINKS, journals: 1 });
    await site.restart();
    await site.waitUntilCounted();
    const gone = Array.from({ length: 50 }, (_, index) => 100 + index);
    expect(await site.audit()).toMatchObject({ ...EXACT, answered: 250, counted: 200, lost: gone });
  });
});
