import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { cpuMsOf } from '../support/measure.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const LOCAL = '127.0.0.1';

onEachEngine('certificates', (engine) => {
  let site: TestSite;
  const askedNames: string[] = [];

  beforeAll(async () => {
    const environment = { BASE_URL: 'https://sgn.example', TRUST_PROXY: '192.0.2.0/24' };
    const findAddresses = async (name: string) => {
      askedNames.push(name);
      return ['sgn.example', 'go.victim.example', 'ported.example'].includes(name) ? ['203.0.113.7'] : [];
    };
    site = await openTestSite(engine, environment, { findAddresses });
    const { key } = await site.addUser();
    for (const domain of ['https://go.victim.example', 'https://ported.example:8443', 'https://unverified.example']) {
      const { status, json } = await site.send('POST', '/api/domain/add', { key, body: { domain } });
      expect(status).toBe(200);
      await site.send('POST', `/api/domain/${json.id}/verify`, { key });
    }
  });
  afterAll(() => site.close());

  function ask(domain: string, { peer = LOCAL, headers = {} }: { peer?: string; headers?: object } = {}) {
    const sent = { peer, headers: { Host: 'localhost:3000', ...headers } };
    return site.send('GET', `/internal/tls-ask?domain=${encodeURIComponent(domain)}`, sent);
  }

  test('59: certificates are approved for the main host and for each verified domain, and for no other name', async () => {
    guards('domain-certificates');
    for (const name of ['sgn.example', 'SGN.example.', 'go.victim.example', 'Go.Victim.Example', 'ported.example'])
      expect([name, (await ask(name)).status]).toEqual([name, 200]);
    for (const name of [
      'unknown.example',
      'unverified.example',
      'x.go.victim.example',
      'victim.example',
      '',
      '*',
      'localhost',
      '127.0.0.1',
      'a b',
    ])
      expect([name, (await ask(name)).status]).toEqual([name, 404]);
    expect((await site.send('GET', '/internal/tls-ask', { peer: LOCAL })).status).toBe(404);
    expect((await site.send('POST', '/internal/tls-ask?domain=sgn.example', { peer: LOCAL })).status).toBe(405);
  });

  test('59: to refuse an unknown name takes at most 5 ms of the processor, one query and no other look-up', async () => {
    guards('domain-certificates');
    const lookUps = spyOn(site.site.services.domains, 'findByName');
    const took: number[] = [];
    for (let index = 0; index < 30; index += 1) {
      took.push(
        await cpuMsOf(async () => {
          expect((await ask(`unknown${index}.example`)).status).toBe(404);
        }),
      );
    }
    expect(lookUps).toHaveBeenCalledTimes(30);
    for (let index = 0; index < 30; index += 1) await ask(`unknown${index}.example`);
    expect(lookUps).toHaveBeenCalledTimes(30);
    expect(askedNames.filter((name) => name.startsWith('unknown'))).toEqual([]);
    // The fastest request shows the real cost.
    expect(Math.min(...took)).toBeLessThan(5);
    lookUps.mockRestore();
  });

  test('59: only direct requests of a trusted proxy are approved, without rate limits', async () => {
    guards('domain-certificates');
    for (const peer of ['203.0.113.9', '10.0.0.1', '']) expect((await ask('sgn.example', { peer })).status).toBe(404);
    for (const peer of [LOCAL, '::1', '192.0.2.77']) expect((await ask('sgn.example', { peer })).status).toBe(200);
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Via', 'X-Real-IP'])
      expect((await ask('sgn.example', { headers: { [name]: '192.0.2.1' } })).status).toBe(404);
    const { headers } = await ask('sgn.example');
    expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  test('59: while the store is unavailable a cached domain is still approved, and an unknown one gets 503', async () => {
    guards('domain-certificates');
    expect((await ask('go.victim.example')).status).toBe(200);
    const lookUps = spyOn(site.site.services.domains, 'findByName').mockRejectedValue(new Error('the store is away'));
    expect((await ask('go.victim.example')).status).toBe(200);
    expect((await ask('never-asked.example')).status).toBe(503);
    lookUps.mockRestore();
  });
});
