import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { createNameService, type NameService } from '../support/name-service.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { waitUntil } from '../support/wait.ts';

const HERE = ['203.0.113.7'];

onEachEngine('claims of domains', (engine) => {
  let site: TestSite;
  let names: NameService;
  let attacker: string;
  let victim: string;
  let admin: string;
  let count = 0;

  beforeAll(async () => {
    names = createNameService({ 'sgn.example': HERE });
    const { findAddresses, findTexts } = names;
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' }, { findAddresses, findTexts });
    admin = await addAdmin();
  });
  beforeEach(async () => {
    attacker = (await site.addUser()).key;
    victim = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addAdmin(): Promise<string> {
    const { id, key } = await site.addUser();
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', id).execute();
    return key;
  }

  function newName(): string {
    count += 1;
    return `brand${count}.example`;
  }

  function add(name: string, key: string): Promise<Received> {
    return site.send('POST', '/api/domain/add', { key, body: { domain: `https://${name}` } });
  }

  async function addOk(name: string, key: string): Promise<number> {
    const { status, json } = await add(name, key);
    expect([name, status]).toEqual([name, 200]);
    return json.id;
  }

  function verify(id: number, key: string): Promise<Received> {
    return site.send('POST', `/api/domain/${id}/verify`, { key });
  }

  async function read(id: number, key: string): Promise<Received['json']> {
    return (await site.send('GET', `/api/domain/${id}`, { key })).json.details;
  }

  async function setProof(id: number, key: string): Promise<void> {
    const { proof } = await read(id, key);
    names.texts[proof.name] = [...(names.texts[proof.name] ?? []), proof.value];
  }

  async function addVerified(name: string, key: string): Promise<number> {
    const id = await addOk(name, key);
    await setProof(id, key);
    expect((await verify(id, key)).status).toBe(200);
    return id;
  }

  function addLink(url: string, key: string, fields: object = {}): Promise<Received> {
    return site.send('POST', '/api/url/add', { key, body: { url, ...fields } });
  }

  async function visit(host: string, path = '/x'): Promise<string | null> {
    return (await site.send('GET', path, { headers: { Host: host } })).headers.get('Location');
  }

  /** Waits until the check after adding is complete. */
  async function untilChecked(id: number, key: string): Promise<void> {
    await waitUntil('the name is checked', async () => (await read(id, key)).dns_checked !== null, { everyMs: 5 });
  }

  /** Runs enough rounds of the background check for all claims of this test file. */
  async function checkLater(): Promise<void> {
    site.clock.now += 3_600_000;
    for (let round = 0; round < 5; round += 1) await site.site.services.domains.checkClaims();
  }

  async function mayHaveCertificate(name: string): Promise<boolean> {
    const headers = { Host: 'localhost:3000' };
    const { status } = await site.send('GET', `/internal/tls-ask?domain=${name}`, { headers, peer: '127.0.0.1' });
    expect([200, 404]).toContain(status);
    return status === 200;
  }

  test('a claim of a famous name keeps nobody from linking to it, in a new link or in an update', async () => {
    guards('domain-claims', 'destination-own-address');
    await addOk('www.youtube.com', attacker);
    const { status, json } = await addLink('https://www.youtube.com/watch', victim);
    expect(status).toBe(200);
    const change = {
      key: victim,
      body: { url: 'https://www.youtube.com/other', expiry_url: 'https://www.youtube.com/' },
    };
    expect((await site.send('PUT', `/api/url/${json.id}/update`, change)).status).toBe(200);
    const overlay = { type: 'message', name: 'x', message: 'x', button: 'x', url: 'https://www.youtube.com/' };
    expect((await site.send('POST', '/api/overlay/add', { key: victim, body: overlay })).json.errors).toBeUndefined();
    expect(
      (
        await site.send('POST', '/api/qr/add', {
          key: victim,
          body: { type: 'link', data: 'https://www.youtube.com/' },
        })
      ).status,
    ).toBe(200);
    const root = { domain: `https://${newName()}`, redirectroot: 'https://www.youtube.com/' };
    expect((await site.send('POST', '/api/domain/add', { key: victim, body: root })).status).toBe(200);
    expect((await addLink('https://www.youtube.com/', attacker)).status).toBe(400);
  });

  test('a verified domain is an address of this service for everyone', async () => {
    guards('destination-own-address');
    const name = newName();
    await addVerified(name, victim);
    for (const key of [attacker, victim, admin]) expect((await addLink(`https://${name}/`, key)).status).toBe(400);
  });

  test('an unverified parent does not block its child, nor a child its parent', async () => {
    guards('domain-claims');
    const name = newName();
    await addOk(name, attacker);
    await addOk(`go.${name}`, victim);
    await addOk(`deep.under.${name}`, attacker);
    await addOk(`under.${name}`, victim);
  });

  test.each(['www', 'login', 'a.b.c'])('%s. under the main host is for administrators only', async (label) => {
    guards('domain-claims', 'domain-names');
    for (const host of [`${label}.sgn.example`, `${label}.SGN.example.:8443`]) {
      const { status, json } = await add(host, attacker);
      expect([status, json.code]).toEqual([409, 'domain_reserved']);
    }
    await addOk(`${label}.sgn.example`, admin);
    expect((await add(`x${label}.notsgn.example`, attacker)).status).toBe(200);
  });

  test('no certificate is approved for an unverified name', async () => {
    guards('domain-certificates');
    const name = newName();
    const id = await addOk(name, victim);
    expect(await mayHaveCertificate(name)).toBe(false);
    await setProof(id, victim);
    expect((await verify(id, victim)).status).toBe(200);
    expect(await mayHaveCertificate(name)).toBe(true);
    expect(await mayHaveCertificate(`x.${name}`)).toBe(false);
    await site.send('DELETE', `/api/domain/${id}/delete`, { key: victim });
    expect(await mayHaveCertificate(name)).toBe(false);
  });

  test('a verified name, its ports, its parents and its children are closed to other users, not to administrators', async () => {
    guards('domain-claims');
    const name = `go.${newName()}`;
    await addVerified(name, victim);
    const parent = name.slice(3);
    const closed = [name, `${name}:8443`, `a.${name}`, `a.b.${name}`, parent, `${parent}:99`];
    for (const host of closed) expect([host, (await add(host, attacker)).status]).toEqual([host, 409]);
    for (const host of [`a.${name}`, parent]) await addOk(host, admin);
    for (const host of [`${name}:8443`, `b.${name}`]) await addOk(host, victim);
    await addOk(`other.${parent}`, attacker);
    const list = (await site.send('GET', '/api/domains?limit=100', { key: attacker })).json.data.domains;
    expect(list).toHaveLength(1);
  });

  test('of two claims the first is served until the other is verified; the losing claim keeps its links and is marked as taken', async () => {
    guards('domain-claims', 'domain-verification');
    const name = newName();
    const first = await addOk(name, attacker);
    const second = await addOk(name, victim);
    for (const [key, url] of [
      [attacker, 'https://example.com/evil'],
      [victim, 'https://example.com/good'],
    ] as const)
      expect((await addLink(url, key, { custom: 'x', domain: name })).status).toBe(200);
    expect(await visit(name)).toBe('https://example.com/evil');
    await setProof(second, victim);
    expect((await verify(second, victim)).json).toMatchObject({ error: 0, verified: true });
    expect(await visit(name)).toBe('https://example.com/good');
    expect(await read(second, victim)).toMatchObject({ verified: true, taken: false });
    expect(await read(first, attacker)).toMatchObject({ verified: false, taken: true, links: 1 });
    const { domains } = (await site.send('GET', '/api/domains', { key: attacker })).json.data;
    expect(domains[0]).toMatchObject({ id: first, verified: false, taken: true });
    expect((await verify(first, attacker)).json.code).toBe('domain_taken');
    expect((await addLink(`https://${name}/x`, attacker)).status).toBe(400);
    expect((await site.send('GET', '/api/urls', { key: attacker })).json.data.result).toBe(1);
  });

  test('after the winner is deleted the waiting claim is served again, and can be verified', async () => {
    guards('domain-claims');
    const name = newName();
    const waiting = await addOk(name, victim);
    await addLink('https://example.com/mine', victim, { custom: 'x', domain: name });
    const winner = await addVerified(name, attacker);
    expect(await visit(name)).toBeNull();
    expect((await site.send('DELETE', `/api/domain/${winner}/delete`, { key: attacker })).status).toBe(200);
    expect(await visit(name)).toBe('https://example.com/mine');
    expect(await read(waiting, victim)).toMatchObject({ taken: false });
    await setProof(waiting, victim);
    expect((await verify(waiting, victim)).status).toBe(200);
  });

  test('a claim of a parent or a child is marked as taken when another user verifies the name', async () => {
    guards('domain-claims');
    const name = `go.${newName()}`;
    const claims = [name.slice(3), `a.${name}`];
    const ids: number[] = [];
    for (const host of claims) {
      ids.push(await addOk(host, attacker));
      await addLink('https://example.com/evil', attacker, { custom: 'x', domain: host });
      expect(await visit(host)).toBe('https://example.com/evil');
    }
    const winner = await addVerified(name, victim);
    for (const [index, id] of ids.entries()) {
      expect(await visit(claims[index] ?? '')).toBeNull();
      expect(await read(id, attacker)).toMatchObject({ taken: true });
      await setProof(id, attacker);
      expect((await verify(id, attacker)).status).toBe(409);
    }
    await site.send('DELETE', `/api/domain/${winner}/delete`, { key: victim });
    for (const host of claims) expect(await visit(host)).toBe('https://example.com/evil');
  });

  test('a TXT record takes over a name that was verified only by its address', async () => {
    guards('domain-verification');
    const name = newName();
    names.addresses[name] = HERE;
    const stolen = await addOk(name, attacker);
    expect((await verify(stolen, attacker)).status).toBe(200);
    await addLink('https://example.com/evil', attacker, { custom: 'x', domain: name });
    expect(await visit(name)).toBe('https://example.com/evil');
    const refused = await add(name, victim);
    expect([refused.status, refused.json.code]).toEqual([409, 'domain_taken']);
    const [, record = '', value = ''] = /(\S+) TXT (\S+?),? /.exec(`${refused.json.message} `) ?? [];
    expect(record).toBe(`_signpost.${name}`);
    names.texts[record] = ['v=spf1 -all', value];
    const own = await addOk(name, victim);
    expect(await read(own, victim)).toMatchObject({ verified: true, verified_by: 'txt', taken: false });
    expect(await read(stolen, attacker)).toMatchObject({ verified: false, taken: true });
    expect(await visit(name)).toBeNull();
    expect((await verify(stolen, attacker)).status).toBe(409);
    const third = await add(name, (await site.addUser()).key);
    expect([third.status, third.json.code]).toEqual([409, 'domain_taken']);
    expect(third.json.message).not.toContain('TXT');
  });

  test('a token works only for the user and the name it was shown for', async () => {
    guards('domain-verification', 'secrets');
    const [name, other] = [newName(), newName()];
    const theirs = await addOk(name, victim);
    const own = await addOk(name, attacker);
    const elsewhere = await addOk(other, victim);
    const proofs = await Promise.all(
      (
        [
          [theirs, victim],
          [own, attacker],
          [elsewhere, victim],
        ] as const
      ).map(async ([id, key]) => (await read(id, key)).proof),
    );
    expect(new Set(proofs.map(({ value }) => value)).size).toBe(3);
    names.texts[`_signpost.${name}`] = [proofs[1].value, proofs[2].value, `${proofs[0].value}x`, ''];
    expect((await verify(theirs, victim)).json.code).toBe('domain_not_verified');
    const dump = JSON.stringify(await site.database.db.selectFrom('domains').selectAll().execute());
    for (const { value } of proofs) expect(dump).not.toContain(value);
  });

  test('of many users who verify one name at once, one succeeds', async () => {
    guards('domain-verification');
    const name = newName();
    names.addresses[name] = [];
    const users = await Promise.all(Array.from({ length: 8 }, () => site.addUser()));
    const ids = await Promise.all(users.map(({ key }) => addOk(name, key)));
    names.addresses[name] = HERE;
    const answers = await Promise.all(users.map(({ key }, index) => verify(ids[index] ?? 0, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const rows = await site.database.db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', name)
      .where('verified_at', 'is not', null)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('of many users who verify a name and its children at once, one succeeds', async () => {
    guards('domain-verification');
    const name = newName();
    const hosts = [name, `a.${name}`, `b.a.${name}`, `${name}:99`];
    const users = await Promise.all(hosts.map(() => site.addUser()));
    const ids = await Promise.all(hosts.map((host, index) => addOk(host, users[index]?.key ?? '')));
    for (const [index, id] of ids.entries()) await setProof(id, users[index]?.key ?? '');
    const answers = await Promise.all(ids.map((id, index) => verify(id, users[index]?.key ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('if several users claim a name, the background check verifies it only by a TXT record', async () => {
    guards('domain-verification');
    const name = newName();
    const ids = [await addOk(name, attacker), await addOk(name, victim)];
    await untilChecked(ids[1] ?? 0, victim);
    names.addresses[name] = HERE;
    await checkLater();
    for (const [id, key] of [
      [ids[0], attacker],
      [ids[1], victim],
    ] as const)
      expect(await read(id ?? 0, key)).toMatchObject({ dns: 'pointing', verified: false, taken: false });
    await setProof(ids[1] ?? 0, victim);
    await checkLater();
    expect(await read(ids[1] ?? 0, victim)).toMatchObject({ verified: true, verified_by: 'txt' });
    expect(await read(ids[0] ?? 0, attacker)).toMatchObject({ verified: false, taken: true });
  });

  test('manual checks cannot be used to flood a name server', async () => {
    guards('domain-verification', 'rate-limits');
    const id = await addOk(newName(), attacker);
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries += 1) statuses.push((await verify(id, attacker)).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect((await verify(id, attacker)).headers.get('Retry-After')).toMatch(/^\d+$/);
    const other = await addOk(newName(), victim);
    expect((await verify(other, victim)).status).toBe(400);
  });

  test('an administrator lists and deletes every domain; others see and delete their own', async () => {
    guards('domain-claims', 'ownership');
    const { id: userid, key } = await site.addUser('owner@claims.example');
    const name = newName();
    const id = await addVerified(name, key);
    await addLink('https://example.com/kept', key, { custom: `kept-${engine}`, domain: name });
    const all = (await site.send('GET', `/api/domains?all=1&q=${name}`, { key: admin })).json.data;
    expect(all).toMatchObject({ result: 1, domains: [{ id, userid, owner: 'owner@claims.example', verified: true }] });
    expect((await site.send('GET', `/api/domains?q=${name}`, { key: admin })).json.data.result).toBe(0);
    expect((await site.send('GET', `/api/domains?all=0&q=${name}`, { key: attacker })).json.data.result).toBe(0);
    const refused = await site.send('GET', '/api/domains?all=1', { key: attacker });
    expect([refused.status, refused.json.code]).toEqual([403, 'admin_required']);
    for (const text of ['2', 'yes', '', 'true'])
      expect((await site.send('GET', `/api/domains?all=${text}`, { key: admin })).status).toBe(400);
    expect((await site.send('DELETE', `/api/domain/${id}/delete`, { key: attacker })).status).toBe(404);
    expect((await site.send('DELETE', `/api/domain/${id}/delete`, { key: admin })).json.code).toBe('domain_has_links');
    const gone = await site.send('DELETE', `/api/domain/${id}/delete?force=1`, { key: admin });
    expect(gone.json).toMatchObject({ error: 0, moved: 1 });
    expect((await site.send('GET', '/api/domains', { key })).json.data.result).toBe(0);
    expect(await visit('sgn.example', `/kept-${engine}`)).toBe('https://example.com/kept');
  });
});
