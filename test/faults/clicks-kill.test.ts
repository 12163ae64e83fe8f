import { expect, test } from 'bun:test';
import { EXACT } from '../support/click-audit.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { killMoments, type MomentName } from '../support/kill-moments.ts';
import { RestartableSite } from '../support/restartable-site.ts';

// `npm run faults` covers the other moments.
const moments: MomentName[] = [
  'at random',
  'while writing clicks',
  'before writing the position',
  'while recovering',
  'after a segment is started',
];
const momentsWithWorkers: MomentName[] = ['at random', 'only one worker'];

async function expectExact(site: RestartableSite): Promise<void> {
  await killMoments['while idle'](site);
  await site.waitUntilCounted();
  expect(await site.audit()).toMatchObject({ ...EXACT, sent: 200, answered: 200, counted: 200 });

  for (const name of moments) await killMoments[name](site);
  await site.waitUntilCounted();
  const audit = await site.audit();
  expect(audit).toMatchObject(EXACT);
  expect(await site.server.end()).toBe(0);
  expect(site.checkIntegrity()).toBe('ok');
  const { sent, answered, counted, unanswered, unansweredCounted } = audit;
  console.log(
    `${site.kills} kills: ${sent} sent, ${answered} answered, ${counted} counted;`,
    `in flight ${unanswered}, of which ${unansweredCounted} counted`,
  );
}

onEachEngine('kill -9', (engine) => {
  test.concurrent('every visit with a response is counted exactly once, whenever the server is killed', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), expectExact);
  });

  test.concurrent('every visit with a response is counted exactly once if all workers are killed, or only one', async () => {
    const store = { ...(await newReadyEnvironment(engine)), WORKERS: '2' };
    await RestartableSite.use(store, async (site) => {
      for (const name of momentsWithWorkers) await killMoments[name](site);
      await site.waitUntilCounted();
      expect(await site.audit()).toMatchObject(EXACT);
      expect(await site.server.end()).toBe(0);
    });
  });
});
