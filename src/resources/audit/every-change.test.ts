import { afterAll, beforeAll, expect, test } from 'bun:test';
import openApi from '../../../docs/openapi.json' with { type: 'json' };
import { createAuthenticator } from '../../../test/support/authenticator.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { openTestSite, type Sent, type TestSite } from '../../../test/support/test-site.ts';
import { totpCode } from '../../lib/totp.ts';

/** Requests that change nothing, or whose change is recorded elsewhere. */
const WITHOUT_ROW: Record<string, string> = {
  'POST /api/qr/preview': 'stores nothing',
  'POST /api/bio/preview': 'stores nothing',
  'POST /api/splash/preview': 'stores nothing',
  'POST /api/overlay/preview': 'stores nothing',
  'POST /api/url/simulate': 'stores nothing',
  'POST /api/url/{id}/simulate': 'stores nothing',
  'POST /api/shared/{token}/access': 'stores nothing',
  'POST /api/passkey/options': 'stores only a challenge',
  'POST /api/passkey/proof': 'stores only a challenge',
  'POST /api/session/passkey/options': 'stores only a challenge',
  'POST /api/session/passkey': 'a sign-in, like POST /api/session: one function opens every session',
  'POST /api/session/oidc': 'a sign-in, like POST /api/session: one function opens every session',
  'POST /api/invitation': 'reads an invitation; its token is no part of a path',
  'POST /api/password/forgot': 'the link is made after the response, and recorded like POST /api/user/{id}/reset',
  'POST /api/backup/add': 'writes a file',
  'POST /api/backup/{name}/confirm': 'proves the password of the session',
  'POST /api/certificate/retry': 'certificates are renewed in the background, and are no changes',
  'POST /api/server/mail': 'sends a mail',
  'POST /api/webhook/{id}/test': 'sends a delivery',
  'POST /api/webhook/{id}/delivery/{deliveryid}/retry': 'sends a delivery',
  'POST /api/import/add': 'every imported link is recorded',
  'POST /api/import/{id}/pause': 'changes no content',
  'POST /api/import/{id}/resume': 'changes no content',
  'POST /api/import/{id}/cancel': 'changes no content',
};

interface Written {
  /** What was recorded last: noun and action. */
  recorded: string[];
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
  json: any;
}

onEachEngine('every request that changes something', (engine) => {
  let site: TestSite;
  let proof = '';
  let key: string;
  const seen = new Set<string>();

  beforeAll(async () => {
    site = await openTestSite(engine, { REGISTRATION: 'open' }, { findTexts: async () => [proof] });
    key = (await site.addUser('admin@example.com')).key;
  });
  afterAll(() => site.close());

  /** Sends a request; returns what its response and the audit log say. `{id}` in the operation is replaced by the values. */
  async function write(operation: string, values: (string | number)[] = [], sent: Sent = { key }): Promise<Written> {
    seen.add(operation);
    const [method = '', template = ''] = operation.split(' ');
    const rest = [...values];
    const path = template.replace(/\{\w+\}/g, () => String(rest.shift()));
    const { status, json, headers } = await site.send(method, path, sent);
    expect([operation, status, json]).toEqual([operation, 200, json]);
    const requestId = headers.get('X-Request-Id');
    const rows = await site.database.db.selectFrom('audit').selectAll().where('request_id', '=', requestId).execute();
    return { recorded: rows.map(({ noun, action }) => `${noun} ${action}`), json };
  }

  async function expectRow(operation: string, row: string, values: (string | number)[] = [], body?: unknown) {
    const { recorded, json } = await write(operation, values, { key, ...(body !== undefined && { body }) });
    expect([operation, recorded]).toEqual([operation, expect.arrayContaining([row])]);
    return json;
  }

  test('leaves a row: links', async () => {
    const { id } = await expectRow('POST /api/url/add', 'url create', [], { url: 'https://a.example/' });
    await expectRow('PUT /api/url/{id}/update', 'url update', [id], { url: 'https://b.example/' });
    await expectRow('PUT /api/url/{id}/qr/update', 'url update', [id], { margin: 6 });
    await expectRow('POST /api/url/{id}/revert', 'url revert', [id], { version: 1 });
    const scheduled = { at: '2027-01-01 00:00:00', change: { url: 'https://c.example/' } };
    const { id: change } = await expectRow('POST /api/url/{id}/schedule', 'schedule create', [id], scheduled);
    await expectRow('DELETE /api/url/{id}/schedule/{scheduleid}/delete', 'schedule delete', [id, change]);
    await expectRow('POST /api/url/{id}/share', 'share create', [id], {});
    await expectRow('PUT /api/url/{id}/share', 'share update', [id], { expiry: '2027-01-01 00:00:00' });
    await expectRow('DELETE /api/url/{id}/share', 'share delete', [id]);
    await expectRow('POST /api/urls/change', 'url update', [], { ids: [id], add_tag: 'x' });
    const other = await expectRow('POST /api/url/add', 'url create', [], { url: 'https://a.example/' });
    await expectRow('POST /api/urls/delete', 'url delete', [], { ids: [other.id] });
    const headers = { 'Content-Type': 'application/json' };
    const links = [{ url: 'https://i.example/' }];
    const { recorded } = await write('POST /api/urls/import', [], { key, headers, body: { links } });
    expect(recorded).toEqual(['url create']);
    await expectRow('DELETE /api/url/{id}/delete', 'url delete', [id]);
    const trashed = (await site.send('GET', '/api/trash', { key })).json.data.trash;
    await expectRow('POST /api/trash/{id}/restore', 'url restore', [trashed[0].id]);
    await expectRow('DELETE /api/trash/{id}', 'url purge', [trashed[1].id]);
  });

  test('leaves a row: everything else that a workspace owns', async () => {
    const link = (await site.send('POST', '/api/url/add', { key, body: { url: 'https://a.example/' } })).json.id;
    const nouns: [noun: string, created: object, changed: object][] = [
      ['campaign', { name: 'a' }, { name: 'b' }],
      ['channel', { name: 'a' }, { name: 'b' }],
      ['bio', { name: 'a' }, { name: 'b' }],
      ['qr', { type: 'text', data: 'a' }, { data: 'b' }],
      ['splash', { name: 'a' }, { name: 'b' }],
      ['overlay', { type: 'newsletter', name: 'a' }, { name: 'b' }],
      ['pixel', { type: 'gtmpixel', name: 'a', tag: 'GTM-A1B2C3D' }, { tag: 'GTM-B1B2C3D' }],
      ['utm-template', { name: 'a', utm_source: 'a' }, { utm_source: 'b' }],
      ['domain', { domain: 'https://a.example' }, { redirectroot: 'https://b.example/' }],
      ['webhook', { url: 'https://a.example/', events: ['link.created'] }, { name: 'b' }],
    ];
    for (const [noun, created, changed] of nouns) {
      const { id } = await expectRow(`POST /api/${noun}/add`, `${noun} create`, [], created);
      await expectRow(`PUT /api/${noun}/{id}/update`, `${noun} update`, [id], changed);
      if (noun === 'campaign') {
        await expectRow('POST /api/campaign/{campaignid}/assign/{linkid}', 'campaign assign', [id, link]);
        await expectRow('DELETE /api/campaign/{campaignid}/assign/{linkid}', 'campaign unassign', [id, link]);
        await expectRow('POST /api/campaign/{id}/share', 'share create', [id], {});
        await expectRow('PUT /api/campaign/{id}/share', 'share update', [id], { password: 'geheim' });
        await expectRow('DELETE /api/campaign/{id}/share', 'share delete', [id]);
      }
      if (noun === 'webhook') await expectRow('POST /api/webhook/{id}/rotate', 'webhook rotate', [id]);
      if (noun === 'channel') {
        const place = [id, 'links', link];
        await expectRow('POST /api/channel/{channelid}/assign/{type}/{itemid}', 'channel assign', place);
        await expectRow('DELETE /api/channel/{channelid}/assign/{type}/{itemid}', 'channel unassign', place);
      }
      if (noun === 'overlay') {
        const response = { overlayId: id, linkId: link, fields: { email: 'visitor@example.com' }, visitor: null };
        for (let count = 0; count < 2; count++) await site.site.services.overlayResponses.add(response);
        const [first] = (await site.send('GET', `/api/overlay/${id}/responses`, { key })).json.data.responses;
        const operation = 'DELETE /api/overlay/{id}/response/{response}/delete';
        await expectRow(operation, 'overlay delete_responses', [id, first.id]);
        await expectRow('DELETE /api/overlay/{id}/responses/delete', 'overlay delete_responses', [id]);
      }
      if (noun === 'domain') {
        proof = (await site.send('GET', `/api/domain/${id}`, { key })).json.details.proof.value;
        await expectRow('POST /api/domain/{id}/verify', 'domain verify', [id]);
      }
      await expectRow(`DELETE /api/${noun}/{id}/delete`, `${noun} delete`, [id]);
    }
    const headers = { 'Content-Type': 'image/png' };
    const file = await write('POST /api/file', [], { key, headers, body: new Uint8Array(makePng(4, 4)) });
    expect(file.recorded).toEqual(['file create']);
    await expectRow('DELETE /api/file/{id}/delete', 'file delete', [file.json.id]);
    const rows = await site.database.db.selectFrom('audit').select('changes').execute();
    expect(JSON.stringify(rows)).not.toMatch(/visitor@example|geheim/);
  });

  test('leaves a row: accounts, keys, users and settings', async () => {
    const { id: keyId } = await expectRow('POST /api/key/add', 'key create', [], { name: 'a' });
    await expectRow('DELETE /api/key/{id}/delete', 'key delete', [keyId]);
    await expectRow('PUT /api/account/preferences', 'account update', [], { timezone: 'Europe/Berlin' });
    await expectRow('PUT /api/account/update', 'account update', [], { email: 'other@example.com' });
    await expectRow('PUT /api/account/update', 'account update', [], { email: 'admin@example.com' });
    const user = await expectRow('POST /api/user/add', 'user create', [], { email: 'ada@example.com' });
    await expectRow('PUT /api/user/{id}/update', 'user update', [user.id], { disabled: true });
    await expectRow('PUT /api/user/{id}/update', 'user update', [user.id], { disabled: false });
    const { link } = await expectRow('POST /api/user/{id}/reset', 'user create_reset_link', [user.id]);
    const body = { token: link.split('#')[1], password: PASSWORD };
    expect((await write('POST /api/password/reset', [], { body })).recorded).toEqual(['account reset']);
    await expectRow('DELETE /api/user/{id}/delete', 'user delete', [user.id], { content: 'delete' });
    const settings = { assetlinks: [] };
    await expectRow('PUT /api/settings/update', 'settings update', [], settings);
    const registration = { email: 'bob@example.com', username: 'bobby', password: PASSWORD };
    const registered = await write('POST /api/account/register', [], { body: registration });
    expect(registered.recorded).toEqual(['account create', 'key create']);
  });

  test('leaves a row: workspaces, members and invitations', async () => {
    const member = { ...(await site.addUser('dora@example.com')), ...(await signIn(site, 'dora@example.com')) };
    const { id } = await expectRow('POST /api/workspace/add', 'workspace create', [], { name: 'Team' });
    await expectRow('PUT /api/workspace/{id}/update', 'workspace update', [id], { name: 'Crew' });
    const invite = (email: string) =>
      expectRow('POST /api/workspace/{id}/invite', 'invitation create', [id], { email, role: 'viewer' });
    const { id: other } = await invite('nobody@example.com');
    await expectRow('DELETE /api/workspace/{id}/invitation/{invitationid}/delete', 'invitation delete', [id, other]);
    const token = (await invite('dora@example.com')).link.split('#')[1];
    const accepted = await write('POST /api/invitation/accept', [], { headers: member.headers, body: { token } });
    expect(accepted.recorded).toContain('member create');
    const place = [id, member.id];
    await expectRow('PUT /api/workspace/{id}/member/{userid}/update', 'member update', place, { role: 'editor' });
    await expectRow('DELETE /api/workspace/{id}/member/{userid}/delete', 'member delete', place);
    const { id: link } = (await site.send('POST', '/api/url/add', { key, body: { url: 'https://a.example/' } })).json;
    const from = (await site.send('GET', '/api/account', { key })).json.data.id;
    await expectRow('POST /api/workspace/{id}/take', 'url move', [id], { links: [link], from });
    const force = { key, body: { name: 'Crew' } };
    seen.add('DELETE /api/workspace/{id}/delete');
    expect((await site.send('DELETE', `/api/workspace/${id}/delete?force=1`, force)).status).toBe(200);
    const { audit } = (await site.send('GET', `/api/audit?server=1&noun=workspace&id=${id}`, { key })).json.data;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
  });

  test('leaves a row: sessions and second factors', async () => {
    await site.addUser('carol@example.com');
    const credentials = { email: 'carol@example.com', password: PASSWORD };
    expect((await write('POST /api/session', [], { body: credentials })).recorded).toEqual(['session create']);
    const { headers } = await signIn(site, 'carol@example.com');
    const codeOf = (secret: string, later: number) => totpCode(secret, Math.floor(site.clock.now / 30_000) + later);
    const path = '/api/account/totp';
    const { recorded, json } = await write(`POST ${path}`, [], { headers, body: {} });
    expect(recorded).toEqual(['account start_totp']);
    const confirmed = await write(`PUT ${path}`, [], { headers, body: { code: codeOf(json.secret, 0) } });
    expect(confirmed.recorded).toEqual(['account add_totp']);
    const removed = await write(`DELETE ${path}`, [], { headers, body: { code: codeOf(json.secret, 1) } });
    expect(removed.recorded).toEqual(['account remove_totp']);
    const { options } = (await site.send('POST', '/api/passkey/options', { headers, body: {} })).json;
    const passkey = createAuthenticator().create(options);
    const added = await write('POST /api/passkey/add', [], { headers, body: { name: 'Laptop', passkey } });
    expect(added.recorded).toHaveLength(1);
    const renamed = await write('PUT /api/passkey/{id}/update', [added.json.id], { headers, body: { name: 'Phone' } });
    expect(renamed.recorded).toHaveLength(1);
    const deleted = await write('DELETE /api/passkey/{id}/delete', [added.json.id], { headers, body: {} });
    expect(deleted.recorded).toHaveLength(1);
    const other = await signIn(site, 'carol@example.com');
    const [, session] = (await site.send('GET', '/api/sessions', { headers: other.headers })).json.data.sessions;
    const ended = await write('DELETE /api/session/{id}/delete', [session.id], { headers: other.headers });
    expect(ended.recorded).toEqual(['session delete']);
    expect((await write('DELETE /api/session', [], { headers: other.headers })).recorded).toEqual(['session delete']);
  });

  test('is in one of the tests above, or the list says why it leaves no row', () => {
    const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const writing = operations.filter((operation) => !operation.startsWith('GET '));
    expect([...seen, ...Object.keys(WITHOUT_ROW)].sort()).toEqual(writing.sort());
  });
});
