import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countClicks } from '../../test/support/count-clicks.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { createRoutes } from '../app/routes.ts';
import { personalWorkspace } from '../core/principal.ts';

describe('endpoints with statistics [sqlite]', () => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite('sqlite');
    user = await site.addUser();
  });
  afterAll(() => site.close());

  for (const path of ['/api/urls', '/api/url/:id', '/api/url/:id/stats', '/api/url/:id/clicks', '/api/stats']) {
    test(`${path} first waits until every earlier click is counted`, async () => {
      const { json } = await site.send('POST', '/api/url/add', {
        key: user.key,
        body: { url: 'https://example.com/' },
      });
      let isSettled = false;
      async function waitForClicks(): Promise<void> {
        await countClicks(site.database, { linkId: json.id, userId: user.id }, [{ at: NOON, visitor: 0xc0ffee }]);
        await site.database.db.updateTable('links').set({ clicks: 1 }).where('id', '=', json.id).execute();
        isSettled = true;
      }
      const routes = createRoutes({
        services: site.site.services,
        baseUrl: 'http://localhost:3000',
        now: () => NOON,
        waitForClicks,
      });
      const asked = routes.find((route) => route.path === path && route.method === 'GET');
      const before = await site.send('GET', `/api/stats`, { key: user.key });
      const answer = await asked?.handle({
        caller: {
          userId: user.id,
          ...personalWorkspace(user.id),
          keyId: 1,
          isAdmin: false,
          name: 'test',
          managesAccount: false,
          scopes: null,
          addresses: null,
          rateLimit: null,
          expiresAt: null,
        },
        params: { id: json.id },
        query: asked.query?.parse({ limit: '1' }),
        body: undefined,
        connection: undefined,
        request: {
          id: 'test',
          address: '203.0.113.9',
          peer: '203.0.113.9',
          forwardedFor: null,
          agent: '',
          acceptLanguage: null,
          isNavigation: false,
          readCookie: () => undefined,
          setCookie: () => {},
        },
      });
      expect(isSettled).toBe(true);
      const text = JSON.stringify(answer);
      if (path.endsWith('clicks')) expect(text).toContain('000000c0ffee');
      else expect(text).toContain(`"clicks":${path === '/api/stats' ? before.json.data.clicks + 1 : 1},`);
    });
  }
});
