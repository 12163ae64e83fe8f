import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { guards } from '../../../../test/support/guards.ts';
import { NOON, openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { addMember, joinWorkspace, type MemberOfTest } from '../../../../test/support/workspace-members.ts';
import { formatDateTime } from '../../../lib/date-time.ts';

const MINUTE = 60_000;

onEachEngine('the rights of a scheduled change', (engine) => {
  let site: TestSite;
  let team: number;
  let link: number;
  let owner: MemberOfTest;
  let member: MemberOfTest;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    site.clock.now = NOON;
    [owner, member] = [await addMember(site), await addMember(site)];
    team = (await owner.send('POST', '/api/workspace/add', undefined, { name: 'Team' })).json.id;
    await joinWorkspace(site, team, member, 'editor');
    link = (await owner.send('POST', '/api/url/add', team, { url: 'https://old.example/' })).json.id;
  });

  async function schedule(by: MemberOfTest): Promise<number> {
    const body = { at: formatDateTime(NOON + MINUTE), change: { url: 'https://new.example/' } };
    const { status, json } = await by.send('POST', `/api/url/${link}/schedule`, team, body);
    expect(status).toBe(200);
    return json.id;
  }

  async function pass(): Promise<void> {
    site.clock.now += MINUTE;
    await site.site.services.links.applyDueChanges();
  }

  const destination = async () => (await owner.send('GET', `/api/url/${link}`, team)).json.details.longurl;
  const list = async () => (await owner.send('GET', `/api/url/${link}/schedule`, team)).json.data.schedule;
  const path = () => `/api/workspace/${team}/member/${member.id}`;
  const change = (values: object) =>
    site.database.db.updateTable('users').set(values).where('id', '=', member.id).execute();

  const losses: [string, () => Promise<unknown>][] = [
    ['was removed', () => owner.send('DELETE', `${path()}/delete`)],
    ['left', () => member.send('DELETE', `${path()}/delete`)],
    ['became a viewer', () => owner.send('PUT', `${path()}/update`, undefined, { role: 'viewer' })],
    ['was disabled', () => change({ is_disabled: 1 })],
    ['was deleted', () => site.database.db.deleteFrom('users').where('id', '=', member.id).execute()],
  ];

  test.each(losses)(
    'a change of a member who %s is not applied, stays listed with the reason, and is audited',
    async (_what, lose) => {
      guards('background-rights');
      const id = await schedule(member);
      await lose();
      await pass();
      expect(await destination()).toBe('https://old.example/');
      const failure = { code: 'author_rights_lost', message: expect.stringContaining('may no longer'), params: {} };
      expect(await list()).toMatchObject([{ id, status: 'failed', failure }]);
      const { audit } = (await owner.send('GET', `/api/audit?noun=schedule&id=${id}`, team)).json.data;
      expect(audit[0]).toMatchObject({
        ...{ actor: { kind: 'schedule' }, action: 'fail' },
        changes: { status: { old: 'pending', new: 'failed' }, failure: { old: null, new: 'author_rights_lost' } },
      });
    },
  );

  test('a change of a disabled account is not applied in its own workspace either', async () => {
    guards('background-rights');
    [team, owner] = [member.id, member];
    link = (await member.send('POST', '/api/url/add', team, { url: 'https://old.example/' })).json.id;
    await schedule(member);
    await change({ is_disabled: 1 });
    await pass();
    await change({ is_disabled: 0 });
    expect(await destination()).toBe('https://old.example/');
    expect(await list()).toMatchObject([{ status: 'failed', failure: { code: 'author_rights_lost' } }]);
  });

  test('a change of a member who became an admin is applied', async () => {
    await schedule(member);
    await owner.send('PUT', `${path()}/update`, undefined, { role: 'admin' });
    await pass();
    expect([await destination(), await list()]).toEqual(['https://new.example/', []]);
  });
});
