import { expect, test } from 'bun:test';
import { MOST_PADDING } from '../support/click-load.ts';
import { newFolder } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { SmallDisk } from '../support/small-disk.ts';

const DISK_MEGABYTES = 24;
const NO_ROOM = 'signpost_clicks_dropped_total{reason="no_room"}';

async function addLink({ server, headers }: RestartableSite): Promise<number> {
  const body = JSON.stringify({ url: 'https://example.com/' });
  return (await server.fetch('/api/url/add', { method: 'POST', headers, body })).status;
}

async function expectRecovery(site: RestartableSite, disk: SmallDisk): Promise<void> {
  const { load, server } = site;
  await load.run({ visits: 100 });
  await site.waitUntilCounted();
  expect(await site.metric(NO_ROOM)).toBe(0);

  disk.fill();
  // Enough visits to fill the current segment, then the memory buffer, and then to exceed both.
  await load.run({ visits: 6_000, padding: MOST_PADDING });
  await load.run({ visits: 21_000 });
  const dropped = await site.metric(NO_ROOM);
  expect(dropped).toBeGreaterThan(0);
  expect(await addLink(site)).toBe(503);

  disk.free();
  await site.waitUntilCounted();
  expect(await addLink(site)).toBe(200);
  await load.run({ visits: 100 });
  await site.waitUntilCounted();
  const audit = await site.audit();
  expect(audit).toMatchObject({ unanswered: 0, twice: [], unexpected: 0, wrongSums: 0, refusals: [] });
  expect(audit.counted + dropped).toBe(audit.answered);
  expect(audit.lost).toHaveLength(dropped);
  expect(await site.metric(NO_ROOM)).toBe(dropped);
  expect(await server.end()).toBe(0);
  expect(site.checkIntegrity()).toBe('ok');
}

test('a full disk stops no redirect; dropped clicks are reported, and counting resumes when there is space [sqlite]', async () => {
  const disk = new SmallDisk(newFolder(), DISK_MEGABYTES);
  try {
    await RestartableSite.use({ DATA_DIR: disk.path }, (site) => expectRecovery(site, disk));
  } finally {
    disk.unmount();
  }
});
