import { afterEach, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { NOON, openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import type { FindAddresses } from '../../lib/outbound/find-addresses.ts';

const OURS = ['203.0.113.7', '2001:db8::7'];
const MAIN = { BASE_URL: 'https://sgn.example' };

onEachEngine('the DNS state of domains', (engine) => {
  let site: TestSite;
  let key: string;
  /** The answers of the fake DNS; a name that is not listed has no address. */
  let names: Record<string, string[] | Error>;
  /** The queried names in order. */
  let asked: string[];
  let gate: Promise<void>;
  const opened: TestSite[] = [];

  async function open(environment: Record<string, string>): Promise<void> {
    const findAddresses: FindAddresses = async (name) => {
      asked.push(name);
      await gate;
      const answer = names[name] ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    site = await openTestSite(engine, environment, { findAddresses });
    opened.push(site);
    key = (await site.addUser()).key;
  }

  beforeEach(() => {
    names = { 'sgn.example': OURS };
    asked = [];
    gate = Promise.resolve();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  function add(domain: string): Promise<Received> {
    return site.send('POST', '/api/domain/add', { key, body: { domain } });
  }

  async function read(id: number) {
    return (await site.send('GET', `/api/domain/${id}`, { key })).json.details;
  }

  /** Waits until a background check has stored the state. */
  async function readOnce(id: number, isThere: (details: Received['json']) => boolean) {
    const readIt = async () => {
      const details = await read(id);
      return isThere(details) && details;
    };
    return waitUntil('the state is stored', readIt, { everyMs: 5 });
  }

  const states: [what: string, answer: string[] | Error | undefined, state: string][] = [
    ['the main host’s address', ['203.0.113.7'], 'pointing'],
    ['its IPv6 address in another notation', ['2001:DB8:0:0::7'], 'pointing'],
    ['one of its addresses among others', ['198.51.100.1', '203.0.113.7'], 'pointing'],
    ['another address', ['198.51.100.1'], 'elsewhere'],
    ['no address', undefined, 'missing'],
    ['no result, because DNS fails', new Error('SERVFAIL'), 'unknown'],
  ];
  test('a name has the state of its address: pointing, elsewhere, missing or unknown', async () => {
    await open(MAIN);
    for (const [index, [what, answer, state]] of states.entries()) {
      const name = `go${index}.shop.example`;
      if (answer) names[name] = answer;
      const { id } = (await add(`https://${name}:8443`)).json;
      const details = await readOnce(id, ({ dns_checked }) => dns_checked !== null);
      expect([what, details.dns, details.dns_checked]).toEqual([what, state, '2026-11-16 12:00:00']);
      expect(asked).toContain(name);
    }
  });

  test('without an address of the main host the state is unknown', async () => {
    await open(MAIN);
    names = { 'go.shop.example': ['203.0.113.7'] };
    const { id } = (await add('https://go.shop.example')).json;
    expect(await readOnce(id, ({ dns_checked }) => dns_checked !== null)).toMatchObject({ dns: 'unknown' });
  });

  test('adding a domain waits at most a second for DNS, and reading never waits', async () => {
    await open(MAIN);
    gate = new Promise(() => {});
    const { status, json } = await add('https://go.shop.example');
    expect(status).toBe(200);
    expect(await read(json.id)).toMatchObject({ dns: 'unknown', dns_checked: null });
    expect((await site.send('GET', '/api/domains', { key })).json.data.domains[0].dns).toBe('unknown');
    // Queried once, although the list was read several times meanwhile.
    expect(asked).toEqual(['sgn.example']);
  });

  test('listing a domain refreshes its state after a minute, not earlier', async () => {
    await open(MAIN);
    const { id } = (await add('https://go.shop.example')).json;
    await readOnce(id, ({ dns_checked }) => dns_checked !== null);
    names['go.shop.example'] = ['203.0.113.7'];
    asked.length = 0;
    site.clock.now = NOON + 59_999;
    await site.send('GET', '/api/domains', { key });
    await read(id);
    expect(asked).toEqual([]);
    site.clock.now = NOON + 60_000;
    expect((await site.send('GET', '/api/domains', { key })).json.data.domains[0].dns).toBe('missing');
    const details = await readOnce(id, ({ dns }) => dns === 'pointing');
    expect(details.dns_checked).toBe('2026-11-16 12:01:00');
  });

  test('all domains get a state, even if they need several batches', async () => {
    await open(MAIN);
    const ids: number[] = [];
    for (let index = 0; index < 45; index += 1) ids.push((await add(`https://d${index}.shop.example`)).json.id);
    site.clock.now = NOON + 60_000;
    await site.send('GET', '/api/domains?limit=100', { key });
    for (const id of ids) await readOnce(id, ({ dns_checked }) => dns_checked === '2026-11-16 12:01:00');
  });

  test('the record to set is a CNAME, or addresses for a name that cannot have one', async () => {
    await open(MAIN);
    const under = (await add('https://go.shop.co.uk')).json.id;
    const apex = (await add('https://shop.co.uk')).json.id;
    await readOnce(apex, ({ dns_checked }) => dns_checked !== null);
    expect((await read(under)).records).toEqual([{ type: 'CNAME', name: 'go.shop.co.uk', value: 'sgn.example' }]);
    expect((await read(apex)).records).toEqual([
      { type: 'A', name: 'shop.co.uk', value: '203.0.113.7' },
      { type: 'AAAA', name: 'shop.co.uk', value: '2001:db8::7' },
    ]);
  });

  test('the record says so while the address of the main host is unknown', async () => {
    await open(MAIN);
    gate = new Promise(() => {});
    const { id } = (await add('https://shop.co.uk')).json;
    expect((await read(id)).records).toEqual([{ type: 'A', name: 'shop.co.uk', value: null }]);
  });

  test('without BASE_URL nothing is looked up', async () => {
    await open({});
    const { id } = (await add('https://go.shop.example')).json;
    expect(await read(id)).toMatchObject({ dns: 'unknown', dns_checked: null, records: [] });
    expect(asked).toEqual([]);
  });

  test('if BASE_URL is an IP address, the record to set is that address', async () => {
    await open({ BASE_URL: 'http://203.0.113.7:3000' });
    names['go.shop.example'] = ['203.0.113.7'];
    const { id } = (await add('https://go.shop.example')).json;
    expect((await readOnce(id, ({ dns }) => dns === 'pointing')).records).toEqual([
      { type: 'A', name: 'go.shop.example', value: '203.0.113.7' },
    ]);
    expect(asked).toEqual(['go.shop.example']);
  });

  test('DOMAIN_CHECK=dns refuses a domain until it points here, and names the record to set', async () => {
    await open({ BASE_URL: 'https://sgn.example', DOMAIN_CHECK: 'dns' });
    const refused = async (domain: string): Promise<string> => {
      const { status, json } = await add(domain);
      expect([status, json.errors[0].field]).toEqual([400, 'domain']);
      return json.errors[0].message;
    };
    expect(await refused('https://go.shop.co.uk')).toContain('go.shop.co.uk CNAME sgn.example');
    names['shop.co.uk'] = ['198.51.100.1'];
    expect(await refused('https://shop.co.uk')).toContain('shop.co.uk A 203.0.113.7');
    names['shop.co.uk'] = new Error('SERVFAIL');
    expect(await refused('https://shop.co.uk')).toContain('DNS lookup failed');
    expect((await site.send('GET', '/api/domains', { key })).json.data.result).toBe(0);
    names['shop.co.uk'] = names['go.shop.co.uk'] = OURS;
    expect((await add('https://go.shop.co.uk')).status).toBe(200);
    expect((await add('https://shop.co.uk')).status).toBe(200);
  });

  test('DOMAIN_CHECK=dns runs no lookup for a name that is refused anyway', async () => {
    await open({ BASE_URL: 'https://sgn.example', DOMAIN_CHECK: 'dns' });
    names['go.shop.example'] = OURS;
    await add('https://go.shop.example');
    asked.length = 0;
    for (const domain of ['https://go.shop.example', 'https://sgn.example', 'https://co.uk', 'nonsense'])
      expect((await add(domain)).status).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
  });
});
