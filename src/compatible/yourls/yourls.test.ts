import { afterAll, beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { NOON, openTestSite, type Sent, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const PASSWORD = 'correct horse 9';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function hash(name: 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512', text: string): string {
  return new Bun.CryptoHasher(name).update(text).digest('hex');
}

onEachEngine('YOURLS', (engine) => {
  let site: TestSite;
  let key: string;
  let signing: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'yourls' });
    key = (await site.addUser('writer@example.com')).key;
    const body = { name: 'Signs', compatible: ['yourls'] };
    signing = (await site.send('POST', '/api/key/add', { key, body })).json.apikey;
  });
  afterAll(() => site.close());

  function get(parameters: Record<string, string>) {
    return site.send('GET', `/yourls-api.php?${new URLSearchParams(parameters)}`);
  }
  function post(parameters: Record<string, string>, sent: Sent = {}) {
    const body = String(new URLSearchParams(parameters));
    return site.send('POST', '/yourls-api.php', { body, ...sent, headers: { ...FORM, ...sent.headers } });
  }
  const ask = (parameters: Record<string, string>) => get({ signature: key, format: 'json', ...parameters });

  test('shorturl creates a link, with YOURLS’ fields in their order', async () => {
    const { status, json, headers } = await ask({
      action: 'shorturl',
      url: 'https://example.com/a?b=1&c=2',
      keyword: 'ozh!é',
      title: 'A <title>',
    });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(Object.entries(json)).toEqual([
      ['status', 'success'],
      ['code', ''],
      ['message', 'https://example.com/a?b=1&c=2 added to database'],
      ['errorCode', ''],
      ['statusCode', '200'],
      [
        'url',
        {
          keyword: 'ozh',
          url: 'https://example.com/a?b=1&c=2',
          title: 'A <title>',
          date: '2026-11-16 12:00:00',
          ip: '203.0.113.9',
        },
      ],
      ['title', 'A <title>'],
      ['shorturl', 'http://localhost:3000/ozh'],
    ]);
    const visit = await site.send('GET', '/ozh');
    expect(visit.headers.get('Location')).toBe('https://example.com/a?b=1&c=2');
  });

  test('the same URL again has the same short URL', async () => {
    const first = await ask({ action: 'shorturl', url: 'https://example.com/again' });
    const again = await ask({ action: 'shorturl', url: 'https://example.com/again' });
    const titled = await ask({ action: 'shorturl', url: 'example.com/again', title: 'Again' });
    expect(titled.json.url.url).toBe('http://example.com/again');
    for (const parameters of [{}, { title: 'Other' }, { keyword: again.json.url.keyword }]) {
      const { status, json } = await ask({ action: 'shorturl', url: 'https://example.com/again', ...parameters });
      expect([parameters, status, json.shorturl]).toEqual([parameters, 200, first.json.shorturl]);
      expect(json.title).toBe(first.json.title);
    }
    const named = await ask({ action: 'shorturl', url: 'https://example.com/again', keyword: 'again' });
    expect(named.json.shorturl).toBe('http://localhost:3000/again');
  });

  test('failures of shorturl have YOURLS’ codes, and store nothing', async () => {
    await ask({ action: 'shorturl', url: 'https://example.com/taken', keyword: 'taken' });
    const before = (await ask({ action: 'db-stats' })).json['db-stats'].total_links;
    const expected: [Record<string, string>, string][] = [
      [{}, 'error:nourl'],
      [{ url: 'http://' }, 'error:nourl'],
      [{ url: 'javascript:alert(1)' }, 'error:nourl'],
      [{ url: 'https://example.com/\ufffd' }, 'error:nourl'],
      [{ url: 'http://localhost:3000/taken' }, 'error:noloop'],
      [{ url: 'https://example.com/', keyword: 'taken' }, 'error:keyword'],
      [{ url: 'https://example.com/', keyword: 'api' }, 'error:keyword'],
      [{ url: 'https://example.com/', keyword: 'éé' }, 'error:keyword'],
    ];
    for (const [parameters, code] of expected) {
      const { status, json } = await ask({ action: 'shorturl', ...parameters });
      expect([parameters, status, json]).toEqual([
        parameters,
        400,
        { status: 'fail', code, message: expect.any(String), errorCode: '400', statusCode: '400' },
      ]);
    }
    expect((await ask({ action: 'db-stats' })).json['db-stats'].total_links).toBe(before);
  });

  test('a URL without a scheme gets one', async () => {
    for (const url of ['example.com/x', 'example.com:8080/x', '//example.com/x']) {
      const { json } = await ask({ action: 'shorturl', url });
      expect(json.url.url).toBe(`http://${url.replace(/^\/\//, '')}`);
    }
  });

  test('expand and url-stats find own links by keyword and by URL, and no others', async () => {
    await ask({ action: 'shorturl', url: 'https://example.com/e', keyword: 'exp', title: 'E' });
    for (const shorturl of ['exp', 'http://localhost:3000/exp', 'localhost:3000/exp']) {
      expect((await ask({ action: 'expand', shorturl })).json).toEqual({
        keyword: 'exp',
        shorturl: 'http://localhost:3000/exp',
        longurl: 'https://example.com/e',
        title: 'E',
        message: 'success',
        statusCode: '200',
      });
    }
    for (let visits = 0; visits < 3; visits += 1)
      await site.send('GET', '/exp', { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } });
    expect((await ask({ action: 'url-stats', shorturl: 'exp' })).json).toEqual({
      statusCode: '200',
      message: 'success',
      link: {
        shorturl: 'http://localhost:3000/exp',
        url: 'https://example.com/e',
        title: 'E',
        timestamp: '2026-11-16 12:00:00',
        ip: '',
        clicks: 3,
      },
    });
    const { key: other } = await site.addUser();
    for (const [signature, shorturl] of [
      [other, 'exp'],
      [key, 'nothing'],
      [key, ''],
    ] as const) {
      const missing = await ask({ signature, action: 'expand', shorturl });
      expect([missing.status, missing.json]).toEqual([
        404,
        { keyword: shorturl, message: 'Error: short URL not found', errorCode: '404' },
      ]);
      const counts = await ask({ signature, action: 'url-stats', shorturl });
      expect([counts.status, counts.json.statusCode]).toEqual([404, '404']);
    }
    expect((await ask({ action: 'expand', shorturl: 'nothing', format: 'simple' })).text).toBe('not found');
  });

  test('stats and db-stats count own links', async () => {
    const { key: other } = await site.addUser();
    for (const [keyword, visits] of [
      ['one', 1],
      ['two', 2],
      ['zero', 0],
    ] as const) {
      await ask({ signature: other, action: 'shorturl', url: `https://example.com/${keyword}`, keyword });
      for (let visit = 0; visit < visits; visit += 1)
        await site.send('GET', `/${keyword}`, {
          headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140' },
        });
    }
    const stats = { total_links: 3, total_clicks: 3 };
    const list = async (parameters: Record<string, string>) => {
      const { json } = await ask({ signature: other, action: 'stats', ...parameters });
      expect(json).toMatchObject({ stats, statusCode: '200', message: 'success' });
      return Object.entries<{ shorturl: string }>(json.links ?? {}).map(([name, { shorturl }]) => [
        name,
        shorturl.slice(22),
      ]);
    };
    expect(await list({ filter: 'top', limit: '2' })).toEqual([
      ['link_1', 'two'],
      ['link_2', 'one'],
    ]);
    expect(await list({ filter: 'bottom', limit: '1' })).toEqual([['link_1', 'zero']]);
    expect(await list({ filter: 'last', limit: '2', start: '1' })).toEqual([
      ['link_1', 'two'],
      ['link_2', 'one'],
    ]);
    expect((await list({ filter: 'rand', limit: '5000' })).map(([, keyword]) => keyword).sort()).toEqual([
      'one',
      'two',
      'zero',
    ]);
    expect(await list({ filter: 'top' })).toEqual([]);
    expect((await ask({ signature: other, action: 'db-stats' })).json).toEqual({
      'db-stats': stats,
      statusCode: '200',
      message: 'success',
    });
    const text = await ask({ signature: other, action: 'stats', format: 'simple' });
    expect(text.text).toBe('Need either XML or JSON format for stats');
  });

  test('four formats; without one it is XML, and an unknown one is text', async () => {
    const xml = await get({ signature: key, action: 'version', db: '1' });
    expect(xml.text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<root><version>1.10.4</version><db_version>507</db_version></root>',
    );
    expect(xml.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    const nested = await get({ signature: key, action: 'url-stats', shorturl: 'ozh' });
    expect(nested.text).toContain(
      '<link><shorturl>http://localhost:3000/ozh</shorturl><url>https://example.com/a?b=1&amp;c=2',
    );
    expect(nested.text).toContain('<title>A &lt;title&gt;</title>');
    for (const format of ['simple', 'JSON', '']) {
      const text = await ask({ action: 'version', format });
      expect([text.text, text.headers.get('Content-Type')]).toEqual(['1.10.4', 'text/plain; charset=utf-8']);
    }
    const script = await ask({ action: 'version', format: 'jsonp', callback: 'cb.x' });
    expect(script.text).toBe('cb.x({"version":"1.10.4","callback":"cb.x"})');
    expect(script.headers.get('Content-Type')).toBe('application/javascript; charset=utf-8');
    for (const callback of ['alert(1)', 'a\\u0028', 'cbu0028'])
      expect((await ask({ action: 'version', format: 'jsonp', callback })).text).toBe(
        '{"errorCode":"400","error":"Invalid callback parameter"}',
      );
    expect((await ask({ action: 'version', callback: 'cb' })).json).toEqual({ version: '1.10.4', callback: 'cb' });
  });

  test('a timed signature works for 12 hours, in every hash and order, with a key made for it', async () => {
    const second = NOON / 1000;
    const timed = async (signature: string, timestamp: number, hashName?: string) =>
      (
        await get({
          ...{ action: 'version', format: 'json', signature, timestamp: String(timestamp) },
          ...(hashName && { hash: hashName }),
        })
      ).status;
    for (const name of ['md5', 'sha256', 'sha384', 'sha512'] as const) {
      expect(await timed(hash(name, second + signing), second, name)).toBe(200);
      expect(await timed(hash(name, signing + second), second, name)).toBe(200);
    }
    expect(await timed(hash('md5', second + signing), second)).toBe(200);
    expect(await timed(hash('sha256', second + signing), second)).toBe(200);
    expect(await timed(hash('md5', `${second - 43_199}${signing}`), second - 43_199)).toBe(200);
    expect(await timed(hash('md5', `${second + 43_199}${signing}`), second + 43_199)).toBe(200);
    expect(await timed(hash('md5', `${second - 43_200}${signing}`), second - 43_200)).toBe(403);
    expect(await timed(hash('md5', second + signing), second + 1)).toBe(403);
    expect(await timed(hash('sha1', second + signing), second, 'sha1')).toBe(403);
    expect(await timed(hash('md5', second + signing), second, 'sha256')).toBe(403);
    expect(await timed(hash('md5', second + key), second)).toBe(403);
    expect(await timed(key, second)).toBe(403);
  });

  test('refused timed signatures of one address are limited before keys are decrypted; right ones do not count', async () => {
    guards('sign-in-limits');
    const limited = await openTestSite(engine, { COMPATIBLE: 'yourls', RATE_LIMIT: '10000' });
    const owner = await limited.addUser();
    const body = { name: 'Signs', compatible: ['yourls'] };
    const { apikey } = (await limited.send('POST', '/api/key/add', { key: owner.key, body })).json;
    const timestamp = String(NOON / 1000);
    const ask = async (signature: string, peer: string) => {
      const parameters = new URLSearchParams({ action: 'version', format: 'json', signature, timestamp });
      return (await limited.send('GET', `/yourls-api.php?${parameters}`, { peer })).status;
    };
    const right = hash('md5', timestamp + apikey);
    for (let tries = 0; tries < 70; tries += 1) expect(await ask(right, '198.51.100.1')).toBe(200);
    const statuses: number[] = [];
    for (let tries = 0; tries < 62; tries += 1) statuses.push(await ask(hash('md5', String(tries)), '198.51.100.1'));
    expect(statuses).toEqual([...Array(60).fill(403), 429, 429]);
    expect(await ask(right, '198.51.100.1')).toBe(429);
    expect(await ask(right, '198.51.100.2')).toBe(200);
    await limited.close();
  });

  test('a timestamp is a number of seconds, and a padded one is refused', async () => {
    for (const pad of [' ', '0'.repeat(30_000), '+', '0x']) {
      const timestamp = pad + NOON / 1000;
      const signature = hash('md5', timestamp + signing);
      expect((await post({ action: 'version', format: 'json', signature, timestamp })).status).toBe(403);
    }
  });

  test('a user name with its password works, and a wrong one does not', async () => {
    const account = (await site.send('GET', '/api/account', { key })).json.data;
    const sign = { username: account.username, password: PASSWORD, format: 'json' };
    const created = await post({ ...sign, action: 'shorturl', url: 'https://example.com/pw', keyword: 'pw' });
    expect([created.status, created.json.shorturl]).toEqual([200, 'http://localhost:3000/pw']);
    const wrong = await post({ ...sign, password: 'wrong', action: 'version' });
    expect([wrong.status, wrong.json]).toEqual([
      403,
      { message: 'Invalid username or password', errorCode: '403', callback: '' },
    ]);
    const { audit } = (await site.send('GET', '/api/audit?limit=5', { key })).json.data;
    expect(audit.find(({ actor }: { actor: { kind: string } }) => actor.kind === 'session')).toBeDefined();
  });

  testWithoutStore(engine)('nobody is let in without signing in', async () => {
    for (const parameters of [{}, { signature: '' }, { signature: 'sp_x' }, { username: 'a', password: '' }]) {
      const { status, json } = await get({ action: 'version', format: 'json', ...parameters });
      expect([parameters, status, json.errorCode]).toEqual([parameters, 403, '403']);
    }
    expect((await get({ action: 'version', format: 'simple' })).text).toBe('Please log in');
  });

  test('a key that may only read creates nothing, and one that may only write reads nothing', async () => {
    const limited = async (scopes: string[]) =>
      (await site.send('POST', '/api/key/add', { key, body: { name: 'Limited', scopes } })).json.apikey;
    const [reader, writer] = [await limited(['read']), await limited(['links:write'])];
    const refused = await ask({ signature: reader, action: 'shorturl', url: 'https://example.com/' });
    expect([refused.status, refused.json.errorCode, refused.json.status]).toEqual([403, '403', 'fail']);
    const made = await ask({ signature: writer, action: 'shorturl', url: 'https://example.com/w', keyword: 'wri' });
    expect([made.status, made.json.shorturl]).toEqual([200, 'http://localhost:3000/wri']);
    expect((await ask({ signature: writer, action: 'expand', shorturl: 'wri' })).status).toBe(403);
  });

  test('requests of known clients, as they send them', async () => {
    // Better YOURLS for WordPress
    const ts = String(NOON / 1000 - 7200);
    const wordpress = await post({
      ...{ title: 'Hello world', timestamp: ts, signature: hash('md5', ts + signing), action: 'shorturl' },
      ...{ url: 'https://blog.example/?p=1', format: 'JSON' },
    });
    expect(wordpress.text).toMatch(/^http:\/\/localhost:3000\/\w+$/);
    // The extension of binfalse
    const version = await post({ action: 'version', signature: key });
    expect(version.text).toMatch(/<version>\d+\.\d+/);
    const extension = await post({
      action: 'shorturl',
      format: 'simple',
      url: 'https://example.com/ext',
      signature: key,
      title: 'T',
      keyword: '',
    });
    expect([extension.status, extension.text]).toEqual([200, expect.stringMatching(/^http:\/\/localhost:3000\/\w+$/)]);
    // ShareX
    const form = new FormData();
    const fields = { signature: key, action: 'shorturl', url: 'https://example.com/sharex', format: 'simple' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const sharex = await site.send('POST', '/yourls-api.php', { body: form });
    expect([sharex.status, sharex.text]).toEqual([200, expect.stringMatching(/^http:\/\/localhost:3000\/\w+$/)]);
    // pyourls3: its constructor sends no action
    expect((await post({ signature: key, format: 'json' })).json).toEqual({
      errorCode: '400',
      message: 'Unknown or missing "action" parameter',
    });
    // A client that sends JSON with every request
    const json = await post({}, { body: '{}', headers: { 'Content-Type': 'application/json' } });
    expect(json.status).toBe(403);
  });

  test('n8n sends a JSON body with GET: it is ignored, and the next request of the connection works', async () => {
    const server = Bun.serve({ port: 0, fetch: (request, peers) => site.site.handle(request, peers) });
    const socket = connect(server.port ?? 0, '127.0.0.1');
    const write = (parameters: Record<string, string>, rest: string) => {
      const query = new URLSearchParams({ signature: key, ...parameters });
      socket.write(`GET /yourls-api.php?${query} HTTP/1.1\r\nHost: localhost:3000\r\n${rest}`);
    };
    const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    write({ format: 'json', action: 'shorturl', url: 'https://example.com/n8n' }, json);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 .*"status":"success".*"shorturl":"http:\/\/localhost:3000\/\w+"/s);
    write({ format: 'simple', action: 'version' }, 'Connection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n1\.10\.4$/s);
    await server.stop(true);
  });

  test('a link that ends or has rules does not stand for its URL, unless its keyword is named', async () => {
    const url = 'https://example.com/limited';
    for (const field of [
      { max_clicks: 1 },
      { expiry: '2030-01-01 00:00:00' },
      { geotarget: [{ location: 'DE', link: url }] },
    ])
      await site.send('POST', '/api/url/add', {
        key,
        body: { url, ...field, ...('max_clicks' in field && { custom: 'once' }) },
      });
    const first = await ask({ action: 'shorturl', url });
    expect([first.status, first.json.message]).toEqual([200, `${url} added to database`]);
    const again = await ask({ action: 'shorturl', url });
    expect(again.json.shorturl).toBe(first.json.shorturl);
    const named = await ask({ action: 'shorturl', url, keyword: 'once' });
    expect([named.status, named.json.shorturl]).toEqual([200, 'http://localhost:3000/once']);
  });

  testWithoutStore(engine)('other methods and broken bodies are refused in the form of YOURLS', async () => {
    const refused = await site.send('PUT', `/yourls-api.php?format=json&signature=${key}`);
    expect([refused.status, refused.json.errorCode]).toEqual([405, '405']);
    const large = await post({ signature: key, format: 'json', action: 'version', url: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
    const head = await site.send('HEAD', `/yourls-api.php?format=json&signature=${key}&action=version`);
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

onEachEngine('YOURLS over its limit', (engine) => {
  test('our own API and this one share one count, and 429 is told in the form of YOURLS', async () => {
    const site = await openTestSite(engine, { COMPATIBLE: 'yourls', RATE_LIMIT: '2', REQUIRE_2FA: 'on' });
    const { key } = await site.addUser('limited@example.com');
    const ask = () => site.send('GET', `/yourls-api.php?action=version&format=json&signature=${key}`);
    expect((await site.send('GET', '/api/account', { key })).headers.get('X-RateLimit-Remaining')).toBe('1');
    expect((await ask()).status).toBe(200);
    const { status, json, headers } = await ask();
    expect([status, json.errorCode, headers.get('Retry-After')]).toEqual([429, '429', '60']);
    // A broken body counts too.
    const broken = { body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } };
    const statuses = [];
    for (let index = 0; index < 3; index += 1)
      statuses.push((await site.send('POST', '/yourls-api.php', { ...broken, peer: '198.51.100.7' })).status);
    expect(statuses).toEqual([400, 400, 429]);
    // A password alone signs nobody in where a second factor is required.
    const sign = new URLSearchParams({ username: 'limited', password: PASSWORD });
    expect((await site.send('GET', `/yourls-api.php?action=version&${sign}`)).status).toBe(403);
    await site.close();
  });
});
