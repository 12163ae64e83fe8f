import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { type SmtpServer, startSmtpServer } from '../../../test/support/smtp-server.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { INVITATION_MS } from './invitation.ts';

const BASE_URL = 'https://sgn.example';

onEachEngine('invitations', (engine) => {
  let site: TestSite;
  let mail: SmtpServer;
  let count = 0;

  beforeAll(async () => {
    mail = startSmtpServer();
    site = await openTestSite(engine, { SMTP_URL: mail.url, BASE_URL, REGISTRATION: 'closed' });
  });
  afterAll(async () => {
    await site.close();
    mail.stop();
  });

  interface Person {
    id: number;
    email: string;
    headers: Record<string, string>;
  }

  async function addPerson(): Promise<Person> {
    count += 1;
    const email = `person${count}@example.com`;
    const { id } = await site.addUser(email);
    const { headers } = await signIn(site, email);
    return { id, email, headers: { ...headers, Origin: BASE_URL } };
  }

  const ask = ({ headers }: Person, method: string, path: string, body?: object) =>
    site.send(method, path, { headers, ...(body && { body }) });

  /** A person with a workspace of their own. */
  async function addOwner(): Promise<Person & { workspace: number }> {
    const person = await addPerson();
    return { ...person, workspace: (await ask(person, 'POST', '/api/workspace/add', { name: 'Shop' })).json.id };
  }

  /** Invites somebody; returns the token of the answer, and the one that only the mail shows. */
  async function inviteByMail(by: Person, workspace: number, email: string, role = 'editor') {
    const { json } = await ask(by, 'POST', `/api/workspace/${workspace}/invite`, { email, role });
    return { shown: tokenOf(json.link), mailed: tokenOf(await mail.next()) };
  }

  async function invite(by: Person, workspace: number, email: string, role?: string): Promise<string> {
    return (await inviteByMail(by, workspace, email, role)).shown;
  }

  const tokenOf = (text: string) => text.replace(/=\n/g, '').split('/app/invitation#')[1]?.slice(0, 43) ?? '';
  const accept = (person: Person, token: string) => ask(person, 'POST', '/api/invitation/accept', { token });
  const register = (body: object) =>
    site.send('POST', '/api/account/register', { headers: { Origin: BASE_URL }, body });

  async function join(owner: Person & { workspace: number }, role: string): Promise<Person> {
    const person = await addPerson();
    await accept(person, await invite(owner, owner.workspace, person.email, role));
    return person;
  }

  async function roleOf(person: Person, workspace: number): Promise<string | undefined> {
    const { workspaces } = (await ask(person, 'GET', '/api/workspaces')).json.data;
    return workspaces.find(({ id }: { id: number }) => id === workspace)?.role;
  }

  test('a link is returned and mailed; the user with the address accepts it once, with any case', async () => {
    const owner = await addOwner();
    const guest = await addPerson();
    const path = `/api/workspace/${owner.workspace}/invite`;
    const made = await ask(owner, 'POST', path, { email: guest.email.toUpperCase(), role: 'viewer' });
    const { id, link } = made.json;
    const expiry = '2026-11-23 12:00:00';
    expect(made.json).toEqual({ error: 0, id: expect.any(Number), link, expiry, mailed: true });
    expect(link).toMatch(/^https:\/\/sgn\.example\/app\/invitation#[\w-]{43}$/);
    const letter = await mail.next();
    expect(tokenOf(letter)).toMatch(/^[\w-]{43}$/);
    expect(tokenOf(letter)).not.toBe(tokenOf(link));
    expect(letter).toContain(`To: ${guest.email}`);
    const list = (await ask(owner, 'GET', `/api/workspace/${owner.workspace}/invitations`)).json.data.invitations;
    expect(list).toEqual([{ id, email: guest.email, role: 'viewer', expiry, date: '2026-11-16 12:00:00' }]);

    const token = tokenOf(link);
    const shown = await site.send('POST', '/api/invitation', { headers: { Origin: BASE_URL }, body: { token } });
    const inviter = owner.email.split('@')[0];
    const hint = { workspace: 'Shop', role: 'viewer', inviter, email: 'p•••@example.com', expiry };
    expect(shown.json.data).toEqual(hint);
    const stranger = await accept(await addPerson(), token);
    expect([stranger.status, stranger.json.code]).toEqual([403, 'invitation_for_another']);
    expect((await accept(guest, token)).json).toEqual({ error: 0, workspace: owner.workspace, role: 'viewer' });
    expect(await roleOf(guest, owner.workspace)).toBe('viewer');
    expect((await accept(guest, token)).status).toBe(404);
    expect((await accept(guest, 'unknown')).json.code).toBe('invitation_not_found');
  });

  test('a member is not invited again, and a second invitation does not change the role', async () => {
    const owner = await addOwner();
    const guest = await addPerson();
    const first = await invite(owner, owner.workspace, guest.email, 'viewer');
    const second = await invite(owner, owner.workspace, guest.email, 'admin');
    const both = await Promise.all([accept(guest, first), accept(guest, first)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await accept(guest, second)).status).toBe(404);
    expect(await roleOf(guest, owner.workspace)).toBe('viewer');
    const other = await addPerson();
    const tokens: string[] = [];
    for (const role of ['viewer', 'editor', 'admin'])
      tokens.push(await invite(owner, owner.workspace, other.email, role));
    const all = await Promise.all(tokens.map((token) => accept(other, token)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    for (const email of [guest.email, owner.email.toUpperCase()]) {
      const path = `/api/workspace/${owner.workspace}/invite`;
      const { status, json } = await ask(owner, 'POST', path, { email, role: 'admin' });
      expect([status, json.code]).toEqual([409, 'already_member']);
    }
  });

  test('an invitation ends after 7 days, when it is withdrawn, and when its maker may no longer invite', async () => {
    const owner = await addOwner();
    const admin = await join(owner, 'admin');
    const guest = await addPerson();
    const old = await invite(owner, owner.workspace, guest.email);
    site.clock.now += INVITATION_MS;
    expect((await accept(guest, old)).status).toBe(404);
    const path = `/api/workspace/${owner.workspace}`;
    expect((await ask(owner, 'GET', `${path}/invitations`)).json.data.invitations).toEqual([]);

    const withdrawn = await invite(owner, owner.workspace, guest.email);
    const [{ id }] = (await ask(owner, 'GET', `${path}/invitations`)).json.data.invitations;
    expect((await ask(owner, 'DELETE', `${path}/invitation/${id}/delete`)).status).toBe(200);
    expect((await ask(owner, 'DELETE', `${path}/invitation/${id}/delete`)).status).toBe(404);
    expect((await accept(guest, withdrawn)).status).toBe(404);

    const byAdmin = await invite(admin, owner.workspace, guest.email);
    await ask(owner, 'PUT', `${path}/member/${admin.id}/update`, { role: 'editor' });
    expect((await accept(guest, byAdmin)).status).toBe(404);
    await ask(owner, 'PUT', `${path}/member/${admin.id}/update`, { role: 'admin' });
    expect((await accept(guest, byAdmin)).status).toBe(200);
    site.clock.now -= INVITATION_MS;
  });

  test('registering with an invitation joins the workspace, although registration is closed', async () => {
    const owner = await addOwner();
    const { mailed: token } = await inviteByMail(owner, owner.workspace, 'new@example.com', 'editor');
    const other = { username: 'other', password: PASSWORD };
    expect((await register({ ...other, email: 'other@example.com' })).json.code).toBe('registration_closed');
    const wrong = await register({ ...other, email: 'other@example.com', invitation: token });
    expect([wrong.status, wrong.json.code]).toEqual([403, 'invitation_for_another']);
    expect((await register({ ...other, email: 'new@example.com', invitation: 'x' })).status).toBe(404);

    const body = { email: 'New@example.com', username: 'new', password: PASSWORD, invitation: token };
    const { status, json } = await register(body);
    expect([status, json.workspace]).toEqual([200, owner.workspace]);
    const { headers } = await signIn(site, 'new@example.com', { Origin: BASE_URL });
    const person = { id: json.id, email: 'new@example.com', headers: { ...headers, Origin: BASE_URL } };
    expect(await roleOf(person, owner.workspace)).toBe('editor');
    expect((await register({ ...body, username: 'new2' })).status).toBe(404);
  });

  test('with closed registration only a mailed link or an invitation by an administrator creates an account', async () => {
    guards('proved-addresses');
    const admin = await addPerson();
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
    const owner = await addOwner();
    const made = (await ask(admin, 'POST', '/api/workspace/add', { name: 'Server' })).json.id;
    const byOwner = await inviteByMail(owner, owner.workspace, 'ceo@corp.example');
    const byAdmin = await inviteByMail(admin, made, 'cto@corp.example');
    const claim = async (email: string, invitation: string) => {
      const username = email.split('@')[0];
      const { status, json } = await register({ email, username, password: PASSWORD, invitation });
      return [status, json.code];
    };
    expect(await claim('ceo@corp.example', byOwner.shown)).toEqual([403, 'mailed_link_required']);
    expect(await claim('ceo@corp.example', byOwner.mailed)).toEqual([200, undefined]);
    expect(await claim('cto@corp.example', byAdmin.shown)).toEqual([200, undefined]);
    // Each is one invitation, whichever link is used.
    expect(await claim('ceo@corp.example', byOwner.shown)).toEqual([404, 'invitation_not_found']);
  });

  test('a mail has no text of its inviter’s choice, and an inviter sends few', async () => {
    guards('invitation-mails');
    const owner = await addOwner();
    const path = `/api/workspace/${owner.workspace}`;
    await ask(owner, 'PUT', `${path}/update`, { name: 'You won! Visit https://evil.example' });
    const send = async (email: string) =>
      (await ask(owner, 'POST', `${path}/invite`, { email, role: 'viewer' })).status;
    expect(await send('stranger0@example.com')).toBe(200);
    const letter = (await mail.next()).replace(/=\n/g, '');
    expect(letter).not.toContain('evil.example');
    expect(letter).not.toContain('You won');
    const sent = mail.mailCount();
    for (let turn = 1; turn < 5; turn += 1) expect(await send('stranger0@example.com')).toBe(200);
    expect(await send('stranger0@example.com')).toBe(429);
    // A request that is refused because of the address does not count for the inviter.
    for (let index = 5; index < 20; index += 1) expect(await send(`stranger${index}@example.com`)).toBe(200);
    expect(await send('stranger20@example.com')).toBe(429);
    for (let count = 0; count < 19; count += 1) await mail.next();
    expect(mail.mailCount()).toBe(sent + 19);
  });

  test('admins invite everyone but owners; others, keys and strangers cannot', async () => {
    const owner = await addOwner();
    const [admin, editor, stranger] = [await join(owner, 'admin'), await join(owner, 'editor'), await addPerson()];
    const path = `/api/workspace/${owner.workspace}`;
    const body = { email: 'x@example.com', role: 'owner' };
    for (const [person, status, code] of [
      [admin, 403, 'role_missing'],
      [editor, 403, 'role_missing'],
      [stranger, 404, 'workspace_not_found'],
    ] as const) {
      const { json, ...answer } = await ask(person, 'POST', `${path}/invite`, body);
      expect([answer.status, json.code]).toEqual([status, code]);
    }
    for (const [method, end] of [
      ['GET', 'invitations'],
      ['DELETE', 'invitation/1/delete'],
    ] as const) {
      expect((await ask(editor, method, `${path}/${end}`)).status).toBe(403);
      expect((await ask(stranger, method, `${path}/${end}`)).status).toBe(404);
      expect((await site.send(method, `${path}/${end}`)).status).toBe(401);
    }
    const personal = await ask(owner, 'POST', `/api/workspace/${owner.id}/invite`, { ...body, role: 'viewer' });
    expect([personal.status, personal.json.code]).toEqual([409, 'workspace_is_personal']);
    const { key } = await site.addUser();
    const byKey = await site.send('POST', '/api/invitation/accept', { key, body: { token: 'x' } });
    expect([byKey.status, byKey.json.code]).toEqual([403, 'session_required']);
  });

  test('wrong fields are named, and no invitation is stored', async () => {
    const owner = await addOwner();
    const path = `/api/workspace/${owner.workspace}/invite`;
    for (const [body, field] of [
      [{ role: 'viewer' }, 'email'],
      [{ email: 'nobody', role: 'viewer' }, 'email'],
      [{ email: 'x@example.com' }, 'role'],
      [{ email: 'x@example.com', role: 'boss' }, 'role'],
    ] as const) {
      const { status, json } = await ask(owner, 'POST', path, body);
      expect([status, json.errors[0].field]).toEqual([400, field]);
    }
    const list = await ask(owner, 'GET', `/api/workspace/${owner.workspace}/invitations`);
    expect(list.json.data.result).toBe(0);
  });
});
