import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '../../../test/support/test-certificate.ts';
import { openTestSite } from '../../../test/support/test-site.ts';

/** Listens on port 443, which the npm package `bitly` requires; undefined where that is not allowed. */
function listenWithTls(fetch: (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>) {
  try {
    return Bun.serve({
      port: 443,
      hostname: '127.0.0.1',
      tls: { cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY },
      fetch,
    });
  } catch {
    return undefined;
  }
}

test('the npm packages bitly-node-api and bitly run, unmodified', async () => {
  const site = await openTestSite('sqlite', { COMPATIBLE: 'bitly', RATE_LIMIT: '1000' });
  const fetch = (request: Request, peers: Bun.Server<unknown>) => site.site.handle(request, peers);
  const plain = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
  const secure = listenWithTls(fetch);
  try {
    const { key } = await site.addUser();
    const authority = join(site.dataDir, 'ca.pem');
    await Bun.write(authority, TEST_CERTIFICATE);
    const script = join(import.meta.dir, '../../../test/support/bitly-clients.cjs');
    const words = ['node', script, '127.0.0.1', String(plain.port), key, String(secure !== undefined)];
    const run = Bun.spawn(words, { env: { ...Bun.env, NODE_EXTRA_CA_CERTS: authority }, stderr: 'pipe' });
    const [output, errors] = [await new Response(run.stdout).text(), await new Response(run.stderr).text()];
    expect([errors.replace(/^.*(Warning|node --trace).*$/gm, '').trim(), await run.exited]).toEqual(['', 0]);
    const { nodeApi, bitly } = JSON.parse(output);
    const id = nodeApi.made.id;
    expect(nodeApi).toMatchObject({
      ...{ made: { long_url: 'https://example.com/node-api' }, again: { id }, created: { title: 'B', tags: ['x'] } },
      ...{
        got: { id },
        updated: { title: 'Changed' },
        expanded: { id },
        clicks: { units: 3 },
        summary: { total_clicks: 0 },
      },
      ...{
        countries: { facet: 'countries' },
        cities: { metrics: [] },
        devices: { metrics: [] },
        referrers: { metrics: [] },
      },
      ...{ domains: { facet: 'referring_domains' }, group: { is_active: true }, user: { is_active: true } },
      ...{ custom: { bitlink: { long_url: 'https://example.com/node-api' } } },
    });
    expect(nodeApi.listed.links).toHaveLength(2);
    expect(nodeApi.missing).toMatchObject({ message: 'NOT_FOUND', resource: 'bitlinks' });
    if (!secure) return;
    expect(bitly).toMatchObject({
      ...{
        made: { long_url: 'https://example.com/bitly' },
        info: { id: bitly.made.id },
        expanded: { id: bitly.made.id },
      },
      ...{ clicks: { unit: 'day', units: -1, link_clicks: [{ clicks: 0 }] }, byDay: { unit: 'day' } },
      ...{ referrers: { metrics: [] }, countries: { metrics: [] }, refused: { message: 'INVALID_ARG_LONG_URL' } },
    });
  } finally {
    await plain.stop(true);
    await secure?.stop(true);
    await site.close();
  }
});
