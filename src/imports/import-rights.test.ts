import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../../test/support/engines.ts';
import { fillWorkspace, writeExportFile } from '../../test/support/full-export.ts';
import { guards } from '../../test/support/guards.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { addMember, joinWorkspace, type MemberOfTest } from '../../test/support/workspace-members.ts';
import type { Role } from '../core/role.ts';
import { addToTally } from '../db/tally.ts';

const OCTETS = { 'Content-Type': 'application/octet-stream' };
const CSV = new TextEncoder().encode('destination,slashtag\nhttps://example.com/1,right-1\n');

/** The tables of what an import restores. */
const tables = [
  ...['domains', 'files', 'pixels', 'campaigns', 'channels', 'splash_pages', 'overlays'],
  ...['links', 'link_qr_codes', 'qr_codes', 'bio_pages'],
];

onEachEngine('the rights of an import', (engine) => {
  let site: TestSite;
  let bytes: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000', COMPATIBLE: 'dub' });
    const source = await openTestSite(engine, { RATE_LIMIT: '100000', COMPATIBLE: 'dub' });
    const user = await source.addUser();
    await fillWorkspace(source, user);
    bytes = new Uint8Array(await Bun.file(await writeExportFile(source, user.id)).arrayBuffer());
    await source.close();
  });
  afterAll(() => site.close());

  const runJob = (id: number) => site.site.services.imports.runJob(id, () => Promise.reject(new Error('no network')));

  async function addTeam(role: Role): Promise<{ id: number; owner: MemberOfTest; member: MemberOfTest }> {
    const [owner, member] = [await addMember(site), await addMember(site)];
    const { id } = (await owner.send('POST', '/api/workspace/add', undefined, { name: 'Team' })).json;
    await joinWorkspace(site, id, member, role);
    return { id, owner, member };
  }

  /** Starts an import with the headers of a session, or with a key. */
  async function start(query: string, by: { headers?: Record<string, string>; key?: string }, body = bytes) {
    const { key, headers } = by;
    const sent = { ...(key && { key }), body, headers: { ...headers, ...OCTETS } };
    const { status, json } = await site.send('POST', `/api/import/add?${query}`, sent);
    expect([status, json.message]).toEqual([200, undefined]);
    return json.id as number;
  }

  const inTeam = ({ headers }: MemberOfTest, id: number) => ({ headers: { ...headers, 'X-Workspace': String(id) } });
  const read = async ({ send }: MemberOfTest, workspace: number, id: number) =>
    (await send('GET', `/api/import/${id}`, workspace)).json.data;

  /** The tables in which a workspace has rows. */
  async function contentOf(workspace: number): Promise<string[]> {
    const found: string[] = [];
    for (const table of tables) {
      const query = sql`select 1 from ${sql.table(table)} where user_id = ${workspace} limit 1`;
      if ((await query.execute(site.database.db)).rows.length > 0) found.push(table);
    }
    return found;
  }

  const codesOf = (run: { conflicts: { alias: string; errors: { code: string; params: object }[] }[] }) =>
    run.conflicts.flatMap(({ alias, errors }) =>
      errors.map(({ code, params }) => [alias.split(':')[0], code, ...Object.values(params)].join(' ')),
    );

  test('an export gives an editor neither domains nor pixels, as their endpoints would not', async () => {
    guards('background-rights', 'workspace-roles');
    const { id, owner, member } = await addTeam('editor');
    const run = await start('from=signpost&taken=rename', inTeam(member, id));
    await runJob(run);
    const report = await read(member, id, run);
    expect(report.status).toBe('done');
    expect(codesOf(report)).toContain('domains role_missing admin');
    expect(codesOf(report)).toContain('pixels role_missing admin');
    const content = await contentOf(id);
    expect(content).not.toContain('domains');
    expect(content).not.toContain('pixels');
    expect(content).toContain('links');
    const asAdmin = await start('from=signpost', inTeam(owner, id));
    await runJob(asAdmin);
    expect(codesOf(await read(owner, id, asAdmin)).filter((code) => code.includes('missing'))).toEqual([]);
    expect(await contentOf(id)).toContain('pixels');
  });

  test('an export gives a key with links:write nothing but links', async () => {
    guards('background-rights', 'workspace-roles');
    const user = await addMember(site);
    const { apikey } = (
      await site.send('POST', '/api/key/add', { key: user.key, body: { name: 'k', scopes: ['links:write'] } })
    ).json;
    for (const query of ['from=signpost&taken=rename&dry_run=1', 'from=signpost&taken=rename']) {
      const run = await start(query, { key: apikey });
      await runJob(run);
      const report = await read(user, user.id, run);
      expect([query, report.status, report.imported > 0]).toEqual([query, 'done', true]);
      expect(codesOf(report)).toEqual(
        expect.arrayContaining([
          'domains scope_missing domains:write',
          'files scope_missing files:write',
          'pixels scope_missing pixels:write',
          'campaigns scope_missing campaigns:write',
          'channels scope_missing channels:write',
          'splash-pages scope_missing overlays:write',
          'overlays scope_missing overlays:write',
          'qr-codes scope_missing qr:write',
          'bio-pages scope_missing bio:write',
        ]),
      );
    }
    expect(await contentOf(user.id)).toEqual(['links']);
  });

  test('an export adds no more files than the limit', async () => {
    const user = await addMember(site);
    await addToTally(site.database.db, user.id, 'files', 100);
    const run = await start('from=signpost&taken=rename', { key: user.key });
    await runJob(run);
    expect(codesOf(await read(user, user.id, run))).toContain('files too_many_files 100');
  });

  const losses: [string, (team: Awaited<ReturnType<typeof addTeam>>) => Promise<unknown>][] = [
    ['was removed', ({ id, owner, member }) => owner.send('DELETE', `/api/workspace/${id}/member/${member.id}/delete`)],
    ['left', ({ id, member }) => member.send('DELETE', `/api/workspace/${id}/member/${member.id}/delete`)],
    [
      'became a viewer',
      ({ id, owner, member }) =>
        owner.send('PUT', `/api/workspace/${id}/member/${member.id}/update`, undefined, { role: 'viewer' }),
    ],
    [
      'was disabled',
      ({ member }) =>
        site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', member.id).execute(),
    ],
  ];

  test.each(losses)('an import of a member who %s ends, and says why', async (_what, lose) => {
    guards('background-rights');
    for (const [query, body] of [
      ['from=signpost&taken=rename', bytes],
      ['from=rebrandly&taken=rename', CSV],
    ] as const) {
      const team = await addTeam('editor');
      const run = await start(query, inTeam(team.member, team.id), body);
      await lose(team);
      await runJob(run);
      const { status, reason } = await read(team.owner, team.id, run);
      expect([status, reason?.code]).toEqual(['failed', 'author_rights_lost']);
      expect(await contentOf(team.id)).toEqual([]);
    }
  });

  test('an import that a key started ends when the key is deleted', async () => {
    guards('background-rights');
    const user = await addMember(site);
    const made = (await site.send('POST', '/api/key/add', { key: user.key, body: { name: 'k', scopes: ['write'] } }))
      .json;
    const run = await start('from=rebrandly', { key: made.apikey }, CSV);
    await site.send('DELETE', `/api/key/${made.id}/delete`, { key: user.key });
    await runJob(run);
    const { status, reason } = await read(user, user.id, run);
    expect([status, reason?.code]).toEqual(['failed', 'author_rights_lost']);
  });

  test('whoever resumes an import goes on with their own rights', async () => {
    guards('background-rights');
    const { id, owner, member } = await addTeam('editor');
    const run = await start('from=signpost&taken=rename', inTeam(owner, id));
    expect((await owner.send('POST', `/api/import/${run}/pause`, id)).status).toBe(200);
    expect((await member.send('POST', `/api/import/${run}/resume`, id)).status).toBe(200);
    await runJob(run);
    expect(codesOf(await read(owner, id, run))).toContain('pixels role_missing admin');
  });
});
