import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_PADDING } from './click-load.ts';
import type { RestartableSite } from './restartable-site.ts';
import { lockStore, lockStoreAt, type WrittenTable } from './store-lock.ts';
import { waitUntil } from './wait.ts';

/** Kills the server at a certain kind of moment, once or twice, and restarts it. */
export type KillMoment = (site: RestartableSite) => Promise<void>;

/** Kills the server at a random moment under load. */
async function atRandom(site: RestartableSite): Promise<void> {
  const running = site.load.run({ padding: Math.floor(Math.random() * MOST_PADDING) });
  await site.killAfter(Math.random() * 500);
  await running;
  await site.restart();
}

/** Kills the server after all visits have been answered. */
async function whileIdle(site: RestartableSite): Promise<void> {
  await site.load.run({ visits: 200 });
  await site.kill();
  await site.restart();
}

/** Kills one worker at a random moment under load; the others go on. */
async function onlyWorker(site: RestartableSite): Promise<void> {
  const running = site.load.run();
  await Bun.sleep(Math.random() * 500);
  await site.killWorker();
  site.load.stop();
  await running;
}

/** Kills the server in the transaction that counts clicks, before it writes to this table. */
function whileWriting(table: WrittenTable): KillMoment {
  return async (site) => {
    const running = site.load.run({ pauseMs: 5 });
    const lock = await lockStoreAt(site, table);
    await site.kill();
    await running;
    await lock.release();
    await site.restart();
  };
}

/** Kills the server while it has uncounted clicks, and leaves it stopped. */
async function leaveClicks(site: RestartableSite): Promise<void> {
  const lock = await lockStore(site);
  const running = site.load.run();
  await site.load.reach(1_500);
  await site.kill();
  await running;
  await lock.release();
}

/** Kills the server while it counts the clicks that an earlier kill left behind. */
async function whileRecovering(site: RestartableSite): Promise<void> {
  await leaveClicks(site);
  await site.restart();
  await site.killAfter(Math.random() * 200);
  await site.restart();
}

/** Kills the server while it starts. */
async function whileStarting(site: RestartableSite): Promise<void> {
  await leaveClicks(site);
  await site.killStarting(50 + Math.random() * 500);
  await site.restart();
}

const FIRST = '00000001.clicks';
const SECOND = '00000002.clicks';

function isWritten(path: string): boolean {
  try {
    return readFileSync(path)
      .subarray(0, 8)
      .some((byte) => byte !== 0);
  } catch {
    // The segment has just been counted and deleted.
    return false;
  }
}

/** The segments in a journal's folder; none if the folder is being deleted. */
function segmentsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.includes('.clicks'));
  } catch {
    return [];
  }
}

/** Kills the server under load, as soon as the folder of a journal reaches this stage of a segment change. */
function duringSegmentChange(isReached: (segments: string[], folder: string) => boolean): KillMoment {
  return async (site) => {
    const running = site.load.run({ padding: MOST_PADDING });
    const isNow = () => site.journals().some((folder) => isReached(segmentsIn(folder), folder));
    await waitUntil('a journal reaches the stage of a segment change', isNow, { everyMs: 0 });
    await site.kill();
    await running;
    await site.restart();
  };
}

/** Every kind of moment, by name. */
export const killMoments = {
  'at random': atRandom,
  'while idle': whileIdle,
  'only one worker': onlyWorker,
  'while writing clicks': whileWriting('kept_clicks'),
  'before writing the position': whileWriting('journals'),
  'while recovering': whileRecovering,
  'while starting': whileStarting,
  'while a segment is created': duringSegmentChange((names) => names.some((name) => name.endsWith('.new'))),
  'after a segment is created': duringSegmentChange((names) => names.includes(SECOND)),
  'after a segment is started': duringSegmentChange(
    (names, folder) => names.includes(SECOND) && isWritten(join(folder, SECOND)),
  ),
  'after a segment is deleted': duringSegmentChange((names) => names.length > 0 && !names.includes(FIRST)),
} satisfies Record<string, KillMoment>;

/** The name of a kind of moment. */
export type MomentName = keyof typeof killMoments;

/** The moments for a server with workers; the others watch the journal of a single process or lock it out of the store. */
export const workerMoments: MomentName[] = ['at random', 'only one worker', 'while idle'];
