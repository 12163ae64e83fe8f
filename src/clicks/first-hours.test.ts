import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { createRandom } from '../../bench/random.ts';
import { newFolder, onEachEngine, openReadyStore } from '../../test/support/engines.ts';
import { plansOf } from '../../test/support/query-plans.ts';
import { listFixtureVersions, openStoreFixture } from '../../test/support/store-fixture.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { writeClicks } from '../../test/support/write-clicks.ts';
import { readConfig } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { openStore } from '../db/open.ts';
import { transaction } from '../db/transaction.ts';
import { dimensions } from '../rollups/dimension.ts';
import { findOldFirstHours, findStoredRollups, hasFirstHours, replaceFirstHours } from '../rollups/first-hour.store.ts';
import { moveLinkRollups } from '../rollups/move-link-rollups.store.ts';
import { readAllRollups } from '../rollups/read-all-rollups.store.ts';
import { addRollups, eraseAll } from '../rollups/rollup.store.ts';
import type { RollupTable } from '../rollups/rollup.table.ts';
import { MAX_VALUES, Rollup } from '../rollups/rollup.ts';
import * as reads from '../rollups/rollup-read.store.ts';
import {
  compareKeys,
  DAY_MS,
  FIRST_HOUR,
  HOUR_MS,
  nounCodes,
  type RollupKey,
  type Span,
  type Subject,
  spanCodes,
  timeSlotsOf,
  type VisitedSubject,
} from '../rollups/subject.ts';
import { findWords } from '../rollups/word.store.ts';
import type { Click } from './click.ts';
import { deleteOld } from './delete-old.ts';
import { lockSubjects } from './visited-owners.ts';

const TODAY = NOON - (NOON % DAY_MS);
/** From the oldest to the newest; the first is older than hours are kept. */
const HOURS = [TODAY - 100 * DAY_MS, TODAY - DAY_MS, TODAY - HOUR_MS, TODAY, NOON - HOUR_MS, NOON];
const COUNTRIES = ['Canada', 'Chile', 'Japan'];

function describe(rollup: Rollup) {
  const counts = dimensions.map((dimension) => {
    const { words, counts: sums } = rollup.list(dimension);
    return Array.from(words, (word, place) => [word, sums[place]]).sort();
  });
  return { clicks: rollup.clicks, bots: rollup.bots, unique: rollup.visitors.count(), counts };
}

/** Adds up what has the same start. */
function joinByStart(rows: { start: number; rollup: Rollup }[]) {
  return Array.from(
    Map.groupBy(rows, ({ start }) => start),
    ([start, some]) => {
      const joined = new Rollup();
      for (const { rollup } of some) joined.merge(rollup);
      return [start, describe(joined)] as const;
    },
  );
}

onEachEngine('rollups of a first hour', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    user = await site.addUser();
  });
  afterAll(() => site.close());

  async function addLink(key = user.key): Promise<Subject> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    return { noun: 'link', id: json.id };
  }

  function clickOn({ id }: Subject, at: number, visitor = 1, country = 'Canada'): Click {
    return { noun: 'link', id, at, kind: 'person', visitor, values: { country } };
  }

  async function spansOf({ noun, id }: Subject): Promise<number[]> {
    const rows = await site.database.db
      .selectFrom('rollups')
      .select('span')
      .where('noun', '=', nounCodes[noun])
      .where('noun_id', '=', id)
      .orderBy('span')
      .execute();
    return rows.map(({ span }) => span);
  }

  /** Adds clicks of an hour to the rollups of its time slots. */
  function addToSlots(tx: Db, { noun, id }: Subject, hour: number): Promise<void> {
    const rollup = new Rollup({ clicks: 2, bots: 1, counts: null, visitors: null });
    return addRollups(
      tx,
      timeSlotsOf(hour).map((slot) => ({ key: { noun, id, ...slot }, rollup })),
    );
  }

  /** The same as an import does it. */
  async function importClicks(tx: Db, link: Subject, hour: number): Promise<void> {
    await lockSubjects(tx, [link as VisitedSubject]);
    await replaceFirstHours(tx, [link]);
    await addToSlots(tx, link, hour);
  }

  /** What each function returns that reads rollups. */
  async function readEverything(subject: Subject, db = site.database.db) {
    const ofSpan = async (span: Span) => {
      const open = await reads.readOpenRollups(db, subject, span, TODAY);
      const days = await reads.readRollups(db, subject, span, TODAY - DAY_MS, NOON);
      const series = await reads.readSeries(db, subject, span, 0, NOON + 1);
      const visitors = await reads.readVisitors(db, subject, span, TODAY, NOON + 1);
      return {
        versions: [open.version, open.olderVersion],
        open: joinByStart(open.rollups),
        closed: joinByStart(days),
        starts: [...new Set(series.map(({ start }) => start))],
        clicks: series.reduce((sum, { clicks, bots }) => sum + clicks * 1_000 + bots, 0),
        visitors: [...Map.groupBy(visitors, ({ start }) => start)].map(([start, some]) => {
          const [first, ...others] = some.map((one) => one.visitors);
          for (const other of others) first?.merge(other);
          return [start, first?.count()];
        }),
      };
    };
    const all = [];
    for await (const some of readAllRollups(db, subject))
      for (const { key, rollup } of some) all.push([key.span, key.start, describe(rollup)]);
    return {
      total: describe(await reads.readTotal(db, subject)),
      totals: (await reads.readTotals(db, subject.noun, [subject.id])).get(subject.id),
      version: await reads.readVersion(db, subject),
      days: await ofSpan('day'),
      hours: await ofSpan('hour'),
      all,
    };
  }

  test('while all visits of a link are from one hour, it has one row', async () => {
    const { db } = site.database;
    const link = await addLink();
    const steps: [clicks: number[], spans: number[]][] = [
      [[NOON], [FIRST_HOUR]],
      [[NOON + 1, NOON + 2], [FIRST_HOUR]],
      [[NOON + HOUR_MS], [spanCodes.total, spanCodes.day, spanCodes.hour, spanCodes.hour]],
      [[NOON], [spanCodes.total, spanCodes.day, spanCodes.hour, spanCodes.hour]],
    ];
    for (const [times, spans] of steps) {
      await writeClicks(
        db,
        times.map((at) => clickOn(link, at)),
      );
      expect(await spansOf(link)).toEqual(spans);
    }
    expect(await reads.readTotals(db, 'link', [link.id])).toEqual(new Map([[link.id, { clicks: 5, bots: 0 }]]));
    const two = await addLink();
    await writeClicks(db, [clickOn(two, NOON), clickOn(two, NOON - HOUR_MS)]);
    expect(await spansOf(two)).not.toContain(FIRST_HOUR);
  });

  test('every reader returns the same, whether clicks are in a first hour or not', async () => {
    const { db } = site.database;
    const random = createRandom(7);
    const pick = <Value>(values: Value[]) => values[Math.floor(random() * values.length)] as Value;
    let firstHours = 0;
    for (let round = 0; round < 20; round += 1) {
      const [one, two] = [await addLink(), await addLink()];
      const batches = 1 + Math.floor(random() * 5);
      for (let batch = 0; batch < batches; batch += 1) {
        // In half of the rounds, all clicks are from one hour, or those of the first batches.
        const isOneHour = round % 2 === 0 && (round % 3 === 0 || batch < 2);
        const hours = isOneHour ? [HOURS[round % HOURS.length] as number] : HOURS;
        const clicks = Array.from({ length: 1 + Math.floor(random() * 6) }, (): Click => {
          const isBot = random() < 0.2;
          const click = clickOn(one, pick(hours) + Math.floor(random() * HOUR_MS), pick([1, 2, 3]), pick(COUNTRIES));
          return isBot ? { ...click, kind: 'crawler', values: { bot: 'crawler' } } : click;
        });
        await writeClicks(db, clicks, { hasFirstHours: true });
        await writeClicks(
          db,
          clicks.map((click) => ({ ...click, id: two.id })),
          { hasFirstHours: false },
        );
      }
      if (round % 4 === 0) {
        const hour = pick(HOURS);
        for (const link of [one, two]) await transaction(db, (tx) => importClicks(tx, link, hour));
      }
      expect(await spansOf(two)).not.toContain(FIRST_HOUR);
      if ((await spansOf(one)).includes(FIRST_HOUR)) firstHours += 1;
      expect(await readEverything(one)).toEqual(await readEverything(two));
      for (const query of ['', '?interval=hour', '?interval=month', '?zone=Asia/Tokyo&from=2026-08-01']) {
        const [left, right] = await Promise.all(
          [one, two].map(({ id }) => site.send('GET', `/api/url/${id}/stats${query}`, { key: user.key })),
        );
        expect(left?.status).toBe(200);
        expect(left?.json).toEqual(right?.json);
      }
    }
    expect(firstHours).toBeGreaterThan(2);
  });

  test('a second hour adds no room for made-up values, and takes none from earlier ones', async () => {
    const { db } = site.database;
    const link = await addLink();
    const from = (at: number, referrer: string): Click => ({ ...clickOn(link, at), values: { referrer } });
    await writeClicks(db, [from(NOON, 't.co'), from(NOON, 't.co')]);
    const madeUp = Array.from({ length: MAX_VALUES + 100 }, (_, number) => from(NOON + HOUR_MS, `${number}.example`));
    await writeClicks(db, madeUp);
    await writeClicks(db, [from(NOON + 2 * HOUR_MS, 't.co')]);
    const texts = await findWords(db, ['t.co']);
    const { words, counts } = (await reads.readTotal(db, link)).list('referrer');
    expect(words).toHaveLength(MAX_VALUES + 1);
    expect(counts[words.indexOf(texts.get('t.co') as number)]).toBe(3);
  });

  test('no query reads the whole table', async () => {
    if (engine !== 'sqlite') return;
    // In a store of its own: after a plan for a statement that writes, SQLite commits nothing more.
    const database = await openReadyStore(engine);
    const link: Subject = { noun: 'link', id: 1 };
    const plans = await plansOf(database.db, async (db) => {
      await findStoredRollups(db, [link]);
      await replaceFirstHours(db, [link]);
      await findOldFirstHours(db, 0, 10);
      await readEverything(link, db);
    });
    expect(plans.join('\n')).toContain('rollups_by_first_hour');
    expect(plans.filter((line) => line.startsWith('SCAN rollups'))).toEqual([]);
    await database.close();
  });

  test('a link that gets another owner takes its first hour along', async () => {
    const { db } = site.database;
    const moved = [];
    for (const hasFirstHours of [true, false]) {
      const [from, to] = [await site.addUser(), await site.addUser()];
      const [link, other] = [await addLink(from.key), await addLink(from.key)];
      await writeClicks(db, [clickOn(link, NOON, 1), clickOn(link, NOON, 2)], { hasFirstHours });
      await writeClicks(db, [clickOn(other, NOON, 2, 'Chile')], { hasFirstHours });
      expect((await spansOf(link)).includes(FIRST_HOUR)).toBe(hasFirstHours);
      await db.updateTable('links').set({ user_id: to.id }).where('id', '=', link.id).execute();
      await transaction(db, (tx) => moveLinkRollups(tx, [link.id], { from: from.id, to: to.id }));
      const owners = [from, to].map(({ id }) => readEverything({ noun: 'user', id }));
      moved.push(await Promise.all(owners));
    }
    const [withFirst = [], without = []] = moved;
    expect(withFirst).toEqual(without);
    expect(withFirst.map(({ total }) => [total.clicks, total.unique])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('all rollups are read once each, in the order of their keys', async () => {
    const { db } = site.database;
    const keys: RollupKey[] = [];
    const clicks = new Map<number, number>();
    for await (const some of readAllRollups(db)) {
      for (const { key, rollup } of some) {
        keys.push(key);
        if (key.noun === 'link' && key.span === 'total') clicks.set(key.id, rollup.clicks);
      }
    }
    // More than are read at once.
    expect(keys.length).toBeGreaterThan(300);
    for (const [place, key] of keys.entries()) {
      const before = keys[place - 1];
      if (before) expect(compareKeys(before, key)).toBeLessThan(0);
    }
    const totals = await reads.readTotals(db, 'link', [...clicks.keys()]);
    const byId = [...totals].sort(([left], [right]) => left - right);
    expect([...clicks]).toEqual(byId.map(([id, total]) => [id, total.clicks]));
    expect(clicks.size).toBeGreaterThan(40);
  });

  test('first hours that are replaced between two steps of reading are read once', async () => {
    const database = await openReadyStore(engine);
    const { db } = database;
    const [row] = await site.database.db.selectFrom('rollups').selectAll().where('span', '=', FIRST_HOUR).execute();
    // Enough for two steps.
    const links = Array.from({ length: 300 }, (_, index): Subject => ({ noun: 'link', id: index + 1 }));
    for (const { id } of links)
      await db
        .insertInto('rollups')
        .values({ ...(row as RollupTable), noun_id: id })
        .execute();
    const found: RollupKey[] = [];
    for await (const some of readAllRollups(db)) {
      found.push(...some.map(({ key }) => key));
      await replaceFirstHours(db, links);
    }
    const slots = timeSlotsOf((row as RollupTable).start);
    expect(found).toEqual(links.flatMap((link) => slots.map((slot) => ({ ...link, ...slot }))));
    await database.close();
  });

  test('of transactions that change the same rollups at once, none loses or doubles clicks', async () => {
    // SQLite has a single writer.
    if (engine === 'sqlite') return;
    const { db } = site.database;
    const replace = async (tx: Db, link: Subject) => {
      await lockSubjects(tx, [link as VisitedSubject]);
      await replaceFirstHours(tx, [link]);
    };
    const importOne = (tx: Db, link: Subject) => importClicks(tx, link, NOON);
    const slots = Object.values(spanCodes);
    const click = (link: Subject) => writeClicks(db, [clickOn(link, NOON)]);
    const erase = (link: Subject) => transaction(db, (tx) => eraseAll(tx, 'link', [link.id]));
    const isSomebodyWaiting = async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    };
    type Work = (tx: Db, link: Subject) => Promise<void>;
    const cases: [
      clicksBefore: number,
      first: Work,
      second: (link: Subject) => Promise<void>,
      spans: number[],
      clicks: number,
    ][] = [
      [1, replace, erase, [], 0],
      [1, replace, click, slots, 2],
      [0, importOne, click, slots, 3],
      [1, importOne, click, slots, 4],
    ];
    for (const [clicksBefore, first, second, spans, clicks] of cases) {
      const link = await addLink();
      for (let count = 0; count < clicksBefore; count += 1) await click(link);
      let waiting: Promise<void> | undefined;
      await transaction(db, async (tx) => {
        await first(tx, link);
        waiting = second(link);
        await waitUntil('the other transaction waits for this one', isSomebodyWaiting, { everyMs: 1 });
      });
      await waiting;
      expect(await spansOf(link)).toEqual(spans);
      expect((await reads.readTotal(db, link)).clicks).toBe(clicks);
    }
  });

  test('first hours that are older than hours are kept become totals and days', async () => {
    const { db } = site.database;
    const [old, recent] = [await addLink(), await addLink()];
    const at = NOON - 200 * DAY_MS;
    await writeClicks(db, [clickOn(old, at, 1), clickOn(old, at, 2), clickOn(recent, NOON)]);
    const before = await readEverything(old);
    expect(await findOldFirstHours(db, at, 10)).toEqual([]);
    expect(await findOldFirstHours(db, at + 1, 10)).toEqual([old as VisitedSubject]);
    const rules = { retentionDays: 1_000, auditRetentionDays: 1_000 };
    const cleanUp = async (now: number) => {
      while (await deleteOld(db, newFolder(), rules, now));
    };
    await cleanUp(NOON);
    expect([await spansOf(old), await spansOf(recent)]).toEqual([[spanCodes.total, spanCodes.day], [FIRST_HOUR]]);
    const { hours: _, all, ...after } = await readEverything(old);
    expect(after).toEqual({ total: before.total, totals: before.totals, version: before.version, days: before.days });
    expect(all).toEqual(before.all.filter(([span]) => span !== 'hour'));
    await writeClicks(db, [clickOn(old, at, 2)]);
    expect((await reads.readTotal(db, old)).clicks).toBe(3);
    await cleanUp(NOON + 90 * DAY_MS + 2 * HOUR_MS);
    expect([await spansOf(old), await spansOf(recent)]).toEqual([
      [spanCodes.total, spanCodes.day],
      [spanCodes.total, spanCodes.day],
    ]);
  });

  test('if a link has a first hour and other rollups nevertheless, they are added up', async () => {
    const { db } = site.database;
    const links = [await addLink(), await addLink()] as [Subject, Subject];
    const at = TODAY - 100 * DAY_MS;
    for (const link of links) {
      await writeClicks(db, [clickOn(link, at)]);
      await transaction(db, (tx) => addToSlots(tx, link, at));
      expect(await spansOf(link)).toContain(FIRST_HOUR);
    }
    await writeClicks(db, [clickOn(links[0], NOON)]);
    while (await deleteOld(db, newFolder(), { retentionDays: 1_000, auditRetentionDays: 1_000 }, NOON));
    const totals = await Promise.all(links.map((link) => reads.readTotal(db, link)));
    expect(totals.map(({ clicks, bots }) => [clicks, bots])).toEqual([
      [4, 1],
      [3, 1],
    ]);
    for (const link of links) expect(await spansOf(link)).not.toContain(FIRST_HOUR);
  });

  test('a store of an older version gets no first hours, so that this version can take it over again', async () => {
    for (const version of listFixtureVersions()) {
      const { environment } = await openStoreFixture(version, engine);
      const { database } = await openStore(readConfig(environment), 0);
      expect(await hasFirstHours(database.db)).toBe(false);
      await database.close();
    }
    const older = await openTestSite(engine);
    expect(await hasFirstHours(older.database.db)).toBe(true);
    await older.database.db.deleteFrom('settings').where('name', '=', 'first_hours').execute();
    const { key } = await older.addUser();
    const { json } = await older.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    await older.send('GET', new URL(json.shorturl).pathname);
    expect((await older.send('GET', `/api/url/${json.id}`, { key })).json.data.clicks).toBe(1);
    const rows = await older.database.db.selectFrom('rollups').select('span').where('noun', '=', 2).execute();
    expect(rows.map(({ span }) => span).sort()).toEqual(Object.values(spanCodes));
    await older.close();
  });
});
