import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const TO = 'https://rule.example/';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PREVIEW = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)';

const MONTREAL = { 'X-Forwarded-For': '24.48.0.1' };
const NOWHERE = { 'X-Forwarded-For': '192.0.2.1' };

type Visit = Record<string, string>;

// Visits happen on Monday, 2026-11-16 at 12:00 UTC. `?` is the query of a visit.
const CASES: [condition: object, matching: Visit, other: Visit][] = [
  [{ type: 'country', in: ['Canada'] }, MONTREAL, NOWHERE],
  [{ type: 'region', in: ['CA-QC'] }, MONTREAL, NOWHERE],
  [{ type: 'region', in: ['Quebec'], country: 'CA' }, MONTREAL, NOWHERE],
  [{ type: 'city', in: ['montreal'] }, MONTREAL, NOWHERE],
  [{ type: 'continent', in: ['NA'] }, MONTREAL, NOWHERE],
  [{ type: 'language', in: ['de'] }, { 'Accept-Language': 'de-AT, en;q=0.9' }, { 'Accept-Language': 'en, de;q=0.9' }],
  [{ type: 'language', in: ['pt-BR'] }, { 'Accept-Language': 'pt-BR' }, { 'Accept-Language': 'pt-PT' }],
  [{ type: 'device', in: ['mobile'] }, { 'User-Agent': IPHONE }, { 'User-Agent': FIREFOX }],
  [{ type: 'os', in: ['ios'] }, { 'User-Agent': IPHONE }, { 'User-Agent': FIREFOX }],
  [{ type: 'browser', in: ['FIREFOX'] }, { 'User-Agent': FIREFOX }, { 'User-Agent': IPHONE }],
  [{ type: 'referrer', in: ['news.example'] }, { Referer: 'https://www.news.example/a' }, { Referer: 'https://news.example.org/' }],
  [{ type: 'referrer', in: ['direct'] }, {}, { Referer: 'https://news.example/' }],
  [{ type: 'query', name: 'from', in: ['mail'] }, { '?': 'from=x&from=mail' }, { '?': 'from=Mail' }],
  [{ type: 'query', name: 'from' }, { '?': 'from=' }, { '?': 'From=x' }],
  [{ type: 'address', in: ['203.0.113.0/24'] }, { 'X-Forwarded-For': '::ffff:203.0.113.9' }, { 'X-Forwarded-For': '203.0.114.9' }],
  [{ type: 'address', in: ['2001:db8::/32'] }, { 'X-Forwarded-For': '2001:db8::1' }, { 'X-Forwarded-For': '203.0.113.9' }],
  [{ type: 'visitor', is: 'bot' }, { 'User-Agent': CRAWLER }, { 'User-Agent': PREVIEW }],
  [{ type: 'visitor', is: 'preview' }, { 'User-Agent': PREVIEW }, { 'User-Agent': FIREFOX }],
  [{ type: 'visitor', is: 'person' }, { 'User-Agent': FIREFOX }, { 'User-Agent': CRAWLER }],
]; // biome-ignore format: a table.

/** Conditions on the time of a visit, and whether they match it. */
const TIMES: [condition: object, isMatch: boolean][] = [
  [{ days: ['mon'], from: '13:00', to: '14:00', zone: 'Europe/Berlin' }, true],
  [{ days: ['mon'], from: '12:00', to: '13:00', zone: 'Europe/Berlin' }, false],
  [{ days: ['tue'] }, false],
  [{ days: ['sun'], from: '22:00', to: '12:01' }, true],
  [{ days: ['mon'], from: '22:00', to: '12:01' }, false],
  [{ after: '2026-11-16 12:00:00', before: '2026-11-16 12:00:01' }, true],
  [{ before: '2026-11-16 12:00:00' }, false],
];

onEachEngine('visits of links with rules', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { TRUST_PROXY: 'loopback' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** Creates a link with one rule; returns a function that tells whether the rule answers a visit. */
  async function addRule(condition: object): Promise<(visit: Visit) => Promise<boolean>> {
    const body = { url: OWN, forward_query: false, rules: [{ when: [condition], url: TO }] };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    const { pathname } = new URL(json.shorturl);
    return async ({ '?': query = '', ...headers }) => {
      const { headers: received } = await site.send('GET', `${pathname}?${query}`, { peer: '127.0.0.1', headers });
      const location = received.get('Location') ?? '';
      expect([OWN, TO]).toContain(location);
      return location === TO;
    };
  }

  for (const [condition, matching, other] of CASES) {
    test(`${JSON.stringify(condition)} matches its visitors, and negated all others`, async () => {
      const [plain, negated] = [await addRule(condition), await addRule({ ...condition, not: true })];
      expect([await plain(matching), await plain(other)]).toEqual([true, false]);
      expect([await negated(matching), await negated(other)]).toEqual([false, true]);
    });
  }

  for (const [times, isMatch] of TIMES) {
    test(`a time ${JSON.stringify(times)} ${isMatch ? 'matches' : 'does not match'}, and negated the reverse`, async () => {
      const condition = { type: 'time', ...times };
      const [plain, negated] = [await addRule(condition), await addRule({ ...condition, not: true })];
      expect([await plain({}), await negated({})]).toEqual([isMatch, !isMatch]);
    });
  }
});
