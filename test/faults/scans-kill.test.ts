import { expect, test } from 'bun:test';
import { ClickLoad } from '../support/click-load.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';

const SCANS = 200;

/** A dynamic QR code, with its id and the path that it encodes. */
async function makeCode({ server, headers }: RestartableSite): Promise<{ id: number; path: string }> {
  const body = JSON.stringify({ type: 'link', data: 'https://example.com/', dynamic: true });
  const made = await server.fetch('/api/qr/add', { method: 'POST', headers, body });
  const { id, link } = (await made.json()) as { id: number; link: string };
  return { id, path: new URL(link).pathname.replace('/qr/', '/q/') };
}

async function countScans({ server, headers }: RestartableSite, id: number): Promise<number[]> {
  const counts: number[] = [];
  for (const path of [`/api/qr/${id}`, `/api/qr/${id}/stats`]) {
    const { data } = (await (await server.fetch(path, { headers })).json()) as { data: { clicks: number } };
    counts.push(data.clicks);
  }
  return counts;
}

onEachEngine('scans at kill -9', (engine) => {
  test.concurrent('a scan with a response is counted once', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), async (site) => {
      const { id, path } = await makeCode(site);
      const load = new ClickLoad(site.server.url, [path]);
      await load.run({ visits: SCANS });
      await site.kill();
      await site.restart();
      await site.waitUntilCounted();
      expect(load.answered).toBe(SCANS);
      expect(await countScans(site, id)).toEqual([SCANS, SCANS]);

      const running = load.run();
      await load.reach(SCANS);
      await site.kill();
      await running;
      await site.restart();
      await site.waitUntilCounted();
      const [total = 0, days] = await countScans(site, id);
      expect(days).toBe(total);
      // A scan whose connection was cut may be counted or not.
      expect(total).toBeGreaterThanOrEqual(load.answered);
      expect(total).toBeLessThanOrEqual(load.answered + load.cut);
      expect(load.refusals).toEqual([]);
    });
  });
});
