import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { createNameService, type NameService } from '../../../test/support/name-service.ts';
import { NOON, openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import { createServices } from '../../app/services.ts';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../lib/log.ts';

const HERE = ['203.0.113.7'];
const MAIN = { BASE_URL: 'https://sgn.example' };

onEachEngine('the verification of domains', (engine) => {
  let site: TestSite;
  let names: NameService;
  let admin: string;
  let key: string;
  /** A name that no other test uses. */
  let domain: string;
  let count = 0;
  const opened: TestSite[] = [];
  let shared: { site: TestSite; admin: string } | undefined;

  async function openSite(environment: Record<string, string>): Promise<TestSite> {
    site = await openTestSite(engine, environment, {
      findAddresses: (name) => names.findAddresses(name),
      findTexts: (name) => names.findTexts(name),
    });
    // The first user is an administrator.
    admin = (await site.addUser()).key;
    return site;
  }

  /** Opens a site for one test. */
  async function open(environment: Record<string, string>): Promise<void> {
    opened.push(await openSite(environment));
    key = (await site.addUser()).key;
  }

  /** Uses the site of the tests that leave its clock alone and check no claims in the background. */
  async function share(): Promise<void> {
    shared ??= { site: await openSite(MAIN), admin };
    ({ site, admin } = shared);
    key = (await site.addUser()).key;
  }

  beforeEach(() => {
    count += 1;
    domain = `go.shop${count}.example`;
    names = createNameService({ 'sgn.example': HERE });
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  afterAll(() => shared?.site.close());

  function add(host: string, owner = key): Promise<Received> {
    return site.send('POST', '/api/domain/add', { key: owner, body: { domain: `https://${host}` } });
  }

  function verify(id: number, owner = key): Promise<Received> {
    return site.send('POST', `/api/domain/${id}/verify`, { key: owner });
  }

  async function read(id: number, owner = key): Promise<Received['json']> {
    return (await site.send('GET', `/api/domain/${id}`, { key: owner })).json.details;
  }

  async function addChecked(host: string, owner = key): Promise<number> {
    const { id } = (await add(host, owner)).json;
    await waitUntil('the name is checked', async () => (await read(id, owner)).dns_checked !== null, { everyMs: 5 });
    return id;
  }

  test('a name that points here when it is added is verified automatically', async () => {
    guards('domain-verification');
    await share();
    names.addresses[domain] = HERE;
    const { id } = (await add(domain)).json;
    expect(await read(id)).toMatchObject({ verified: true, verified_by: 'address', taken: false, dns: 'pointing' });
  });

  test('a check on request names the missing record, and verifies by the address or by the TXT record', async () => {
    guards('domain-verification');
    await share();
    const byAddress = await addChecked(domain);
    const byText = await addChecked(`txt.${domain}`);
    const { proof } = await read(byAddress);
    const refused = await verify(byAddress);
    expect([refused.status, refused.json.code]).toEqual([400, 'domain_not_verified']);
    expect(refused.json.message).toContain(`${domain} CNAME sgn.example`);
    expect(refused.json.message).toContain(`${proof.name} TXT ${proof.value}`);
    expect(proof.name).toBe(`_signpost.${domain}`);
    const message = 'Domain has been verified successfully.';
    names.addresses[domain] = HERE;
    const proven = await verify(byAddress);
    expect(proven.json).toEqual({ error: 0, message, verified: true, verified_by: 'address' });
    const other = (await read(byText)).proof;
    names.texts[other.name] = ['something else', ` ${other.value} `];
    expect((await verify(byText)).json).toEqual({ error: 0, message, verified: true, verified_by: 'txt' });
    for (const id of [byAddress, byText]) expect(await read(id)).toMatchObject({ verified: true, taken: false });
  });

  test('a domain stays verified when its records are removed, and a TXT record secures one that was verified by its address', async () => {
    guards('domain-verification');
    await share();
    names.addresses[domain] = HERE;
    const id = await addChecked(domain);
    expect((await verify(id)).json.verified_by).toBe('address');
    names.addresses[domain] = [];
    expect((await verify(id)).json).toMatchObject({ verified: true, verified_by: 'address' });
    const { proof } = await read(id);
    names.texts[proof.name] = [proof.value];
    expect((await verify(id)).json.verified_by).toBe('txt');
    const { key: other } = await site.addUser();
    expect((await add(domain, other)).json).toMatchObject({
      code: 'domain_taken',
      message: 'This domain is already taken. Choose another name.',
    });
  });

  test('a name is verified with all its ports, including ports that are added later', async () => {
    await share();
    const plain = await addChecked(domain);
    const ported = await addChecked(`${domain}:8443`);
    names.addresses[domain] = HERE;
    expect((await verify(ported)).status).toBe(200);
    expect(await read(plain)).toMatchObject({ verified: true });
    names.addresses[domain] = [];
    const { id } = (await add(`${domain}:99`)).json;
    expect(await read(id)).toMatchObject({ verified: true, verified_by: 'address' });
  });

  test('a subdomain that an administrator adds does not block the owner of the parent', async () => {
    guards('domain-claims');
    await share();
    names.addresses[domain] = names.addresses[`a.${domain}`] = HERE;
    const id = await addChecked(domain);
    expect((await verify(id)).status).toBe(200);
    const child = await addChecked(`a.${domain}`, admin);
    expect((await verify(child, admin)).json).toMatchObject({ verified: true });
    expect((await add(`${domain}:99`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ verified: true, taken: false });
    expect(await read(child, admin)).toMatchObject({ verified: true, taken: false });
  });

  test('of simultaneous requests to add one host, one is stored', async () => {
    await share();
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(domain)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await site.send('GET', '/api/domains', { key })).json.data.result).toBe(1);
  });

  test('claims are verified in the background, a few at a time, at most every five minutes', async () => {
    guards('domain-verification');
    await open(MAIN);
    const ids: number[] = [];
    for (let index = 0; index < 25; index += 1) ids.push(await addChecked(`d${index}.shop.example`));
    for (let index = 0; index < 25; index += 1) names.addresses[`d${index}.shop.example`] = HERE;
    const countVerified = async () =>
      (await Promise.all(ids.map((id) => read(id)))).filter(({ verified }) => verified).length;
    site.clock.now = NOON + 59_000;
    await site.site.services.domains.checkClaims();
    expect(await countVerified()).toBe(0);
    names.lookups.length = 0;
    site.clock.now = NOON + 5 * 60_000;
    await site.site.services.domains.checkClaims();
    const { rows } = await site.site.services.domains.listAll({ limit: 100, page: 1 }, undefined);
    expect(rows.filter(({ verifiedAt }) => verifiedAt !== null)).toHaveLength(20);
    await site.site.services.domains.checkClaims();
    await waitUntil('all claims are verified', async () => (await countVerified()) === 25, { everyMs: 5 });
  });

  test('only one of several nodes checks a claim', async () => {
    await open(MAIN);
    const id = await addChecked(domain);
    site.clock.now += 3_600_000;
    const runtime = { ...names, log: createLog('silent', () => {}), now: () => site.clock.now };
    const config = readConfig({ ...MAIN, DATA_DIR: site.dataDir });
    const other = createServices({ db: site.database.db, config, secret: 'secret', runtime });
    names.lookups.length = 0;
    await Promise.all([site.site.services, other].map(({ domains }) => domains.checkClaims()));
    expect(names.lookups.filter((name) => name === domain)).toHaveLength(1);
    expect((await read(id)).verified).toBe(false);
  });

  test('without BASE_URL a TXT record still verifies, and no name is reserved', async () => {
    guards('domain-verification');
    await open({});
    const { id } = (await add(`login.${domain}`)).json;
    const refused = await verify(id);
    expect(refused.json.message).toContain(' TXT ');
    expect(refused.json.message).not.toContain('CNAME');
    const { proof } = await read(id);
    names.texts[proof.name] = [proof.value];
    site.clock.now += 3_600_000;
    await site.site.services.domains.checkClaims();
    expect(await read(id)).toMatchObject({ verified: true, verified_by: 'txt' });
  });

  test('an old claim under the main host is never verified for a user who is not an administrator', async () => {
    guards('domain-claims');
    await open(MAIN);
    const id = await addChecked(domain);
    const legacy = { name: 'login.sgn.example', host: 'login.sgn.example', reversed_name: 'example.sgn.login' };
    await site.database.db.updateTable('domains').set(legacy).where('id', '=', id).execute();
    names.addresses['login.sgn.example'] = HERE;
    const { status, json } = await verify(id);
    expect([status, json.code]).toEqual([409, 'domain_reserved']);
    site.clock.now += 3_600_000;
    await site.site.services.domains.checkClaims();
    expect(await read(id)).toMatchObject({ dns: 'pointing', verified: false });
  });

  test('DOMAIN_CHECK=dns: an accepted domain is verified, unless another user claims the name too', async () => {
    guards('domain-verification');
    await open({ ...MAIN, DOMAIN_CHECK: 'dns' });
    names.addresses[domain] = HERE;
    const { id } = (await add(domain)).json;
    expect(await read(id)).toMatchObject({ verified: true, verified_by: 'address' });
    await site.database.db.updateTable('domains').set({ verified_at: null, verified_by: null }).execute();
    const { key: other } = await site.addUser();
    const second = (await add(domain, other)).json.id;
    expect(await read(second, other)).toMatchObject({ verified: false, taken: false });
  });

  test('if DNS fails, nothing is verified and the domain is reported as unverified', async () => {
    await share();
    const id = await addChecked(domain);
    names.findAddresses = names.findTexts = () => Promise.reject(new Error('SERVFAIL'));
    expect((await verify(id)).json.code).toBe('domain_not_verified');
  });

  test('a lookup that runs while the server stops stores nothing', async () => {
    await open(MAIN);
    await addChecked(domain);
    site.clock.now += 3_600_000;
    const { promise, resolve } = Promise.withResolvers<string[]>();
    names.findTexts = () => promise;
    const checking = site.site.services.domains.checkClaims();
    const isAsked = () => names.lookups.filter((name) => name === domain).length > 1;
    await waitUntil('the name is looked up again', isAsked, { everyMs: 5 });
    await opened.splice(0)[0]?.close();
    resolve([]);
    await checking;
    await site.site.services.domains.checkClaims();
    expect(site.logLines.filter((line) => line.includes('could not be'))).toEqual([]);
  });

  test('a name under the main host that a user verified before it was reserved loses its verification', async () => {
    guards('domain-claims', 'domain-certificates');
    await open({ ...MAIN, TRUST_PROXY: 'loopback' });
    const mine = (await add(domain)).json.id;
    const reserved = (await add('login.sgn.example', admin)).json.id;
    const { db } = site.database;
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', 0)
      .executeTakeFirstOrThrow();
    await db.updateTable('domains').set({ verified_at: NOON, verified_by: 'address' }).execute();
    await site.site.services.domains.checkClaims();
    expect((await read(reserved, admin)).verified).toBe(true);
    await db.updateTable('domains').set({ user_id: userId }).where('id', '=', reserved).execute();
    await site.site.services.domains.checkClaims();
    expect([(await read(reserved)).verified, (await read(mine)).verified]).toEqual([false, true]);
    const lookups = await site.send('GET', '/internal/tls-ask?domain=login.sgn.example', { peer: '127.0.0.1' });
    expect(lookups.status).toBe(404);
    expect(await verify(reserved)).toMatchObject({ status: 409, json: { code: 'domain_reserved' } });
  });

  test('a user who is disabled during a lookup verifies nothing, on request or in the background', async () => {
    guards('domain-verification', 'permission-after-body');
    await open(MAIN);
    const id = await addChecked(domain);
    const { db } = site.database;
    const setDisabled = (is_disabled: number) =>
      db.updateTable('users').set({ is_disabled }).where('is_admin', '=', 0).execute();
    names.addresses[domain] = HERE;
    const { findAddresses } = names;
    names.findAddresses = async (name) => {
      if (name === domain) await setDisabled(1);
      return findAddresses(name);
    };
    expect(await verify(id)).toMatchObject({ status: 401, json: { code: 'key_required' } });
    site.clock.now += 3_600_000;
    await site.site.services.domains.checkClaims();
    await setDisabled(0);
    names.findAddresses = findAddresses;
    expect((await db.selectFrom('domains').select('verified_at').execute())[0]).toEqual({ verified_at: null });
  });
});
