import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Role, roles } from '../../src/core/role.ts';
import { grantableScopes } from '../../src/core/scope.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';
import { addMember, joinWorkspace, type MemberOfTest } from '../support/workspace-members.ts';

const UNKNOWN_ID = '999999999';
// The services of workspaces check the role after the body.
const NAMED_BODY = JSON.stringify({ name: 'Team', role: 'viewer', email: 'new@example.com' });

interface Endpoint {
  method: string;
  path: string;
  scope: string;
  role: Role | undefined;
}

interface Refusal {
  status: number;
  code?: string;
  params?: { role?: string; scope?: string };
}

onEachEngine('every endpoint of the OpenAPI document', (engine) => {
  let site: TestSite;
  let endpoints: Endpoint[];
  let team: number;
  let owner: MemberOfTest;
  const members = new Map<Role | 'stranger', MemberOfTest>();

  beforeAll(async () => {
    site = await openTestSite(engine);
    owner = await addMember(site);
    team = (await owner.send('POST', '/api/workspace/add', undefined, { name: 'Team' })).json.id;
    // With content, the workspace survives the request that deletes an empty one.
    await owner.send('POST', '/api/url/add', team, { url: 'https://example.com/' });
    members.set('owner', owner).set('stranger', await addMember(site));
    for (const role of ['viewer', 'editor', 'admin'] as const) {
      const member = await addMember(site);
      await joinWorkspace(site, team, member, role);
      members.set(role, member);
    }
    const { json } = await site.send('GET', '/api/openapi.json');
    type Operation = Record<string, unknown> & { security?: [] };
    endpoints = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => security === undefined)
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          scope: operation['x-scope'] as string,
          role: operation['x-role'] as Role | undefined,
        })),
    );
  });
  afterAll(() => site.close());

  /** Sends a request that no handler can fulfill: unknown ids, and mostly an empty body. */
  async function ask({ method, path }: Endpoint, headers: Record<string, string>): Promise<Refusal> {
    const real = path.replace('/api/workspace/{id}', `/api/workspace/${team}`).replace(/\{\w+\}/g, UNKNOWN_ID);
    const request = new Request(`http://localhost:3000${real}`, {
      method,
      headers: { Host: 'localhost:3000', 'Content-Type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: path.startsWith('/api/workspace/') ? NAMED_BODY : '{}' }),
    });
    const response = await site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
    const { status } = response;
    if (status === 200) await response.body?.cancel();
    const json = status === 200 ? {} : ((await response.json()) as Omit<Refusal, 'status'>);
    return { status, ...(json.code && { code: json.code }), ...(json.params && { params: json.params }) };
  }

  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

  /** What the table says about a role at an endpoint: the code of the refusal, or that there is none. */
  function expected(endpoint: Endpoint, role: Role | 'stranger'): string {
    if (role === 'stranger') return '404 workspace_not_found';
    const { role: least = 'viewer' } = endpoint;
    return roles.indexOf(role) < roles.indexOf(least) ? `403 role_missing ${least}` : 'accepted';
  }

  const refusals = ['role_missing', 'scope_missing', 'workspace_not_found', 'key_required', 'key_of_other_workspace'];

  function seen({ status, code = '', params }: Refusal): string {
    if (status >= 500 && code !== 'store_unavailable') return `${status} ${code}`;
    if (!refusals.includes(code)) return 'accepted';
    return [status, code, params?.role ?? params?.scope].filter(Boolean).join(' ');
  }

  testWithoutStore(engine)('names a scope, and a role if it acts in a workspace', () => {
    guards('workspace-roles');
    for (const { method, path, scope, role } of endpoints) {
      expect(`${method} ${path} ${scope}`).not.toEndWith('undefined');
      if (scope !== 'account') expect(`${method} ${path} ${role}`).not.toEndWith('undefined');
    }
  });

  test('accepts exactly the roles that may use it, by session and by key', async () => {
    guards('workspace-roles', 'ownership');
    const inTeam = endpoints.filter(({ role }) => role !== undefined);
    expect(inTeam.length).toBeGreaterThan(100);
    const demoted = await addMember(site);
    await joinWorkspace(site, team, demoted, 'admin');
    const { apikey } = (await demoted.send('POST', '/api/key/add', team, { name: 'k', account: true })).json;
    await owner.send('PUT', `/api/workspace/${team}/member/${demoted.id}/update`, undefined, { role: 'viewer' });
    const table: string[] = [];
    const wrong: string[] = [];
    for (const endpoint of inTeam) {
      const name = `${endpoint.method} ${endpoint.path}`;
      for (const [role, { headers }] of members) {
        const isNamed = endpoint.path.startsWith('/api/workspace/');
        const answer = seen(await ask(endpoint, { ...headers, ...(!isNamed && { 'X-Workspace': String(team) }) }));
        table.push(`${name} ${role} ${answer}`);
        if (answer !== expected(endpoint, role)) wrong.push(`${name} as ${role}: ${answer}`);
      }
      const byKey = seen(await ask(endpoint, bearer(apikey)));
      if (byKey !== expected(endpoint, 'viewer')) wrong.push(`${name} by the key of a viewer: ${byKey}`);
    }
    expect(wrong).toEqual([]);
    expect(table).toHaveLength(inTeam.length * members.size);
  });

  test('accepts exactly the keys that have its scope', async () => {
    guards('workspace-roles', 'key-scope');
    const made = new Map<string, string>();
    // Each key once: a user may have 100.
    async function keyWith(scopes: string[], workspace: number): Promise<string> {
      const name = `${workspace} ${scopes}`;
      const body = { name: 'k', scopes, workspace };
      const key = made.get(name) ?? (await owner.send('POST', '/api/key/add', undefined, body)).json.apikey;
      made.set(name, key);
      return key;
    }
    const isOf = (scope: string, action = '') => scope.endsWith(`:${action}`) && scope !== 'stats:read';
    function samplesOf(scope: string): string[] {
      const [noun, action] = scope.split(':');
      if (noun === 'all') return grantableScopes.filter((one) => one.endsWith(':read'));
      return noun === 'any' ? [`pixels:${action}`] : [scope];
    }
    const single = grantableScopes.filter((scope) => scope !== 'read' && scope !== 'write');
    const wrong: string[] = [];
    for (const [scope, some] of Map.groupBy(endpoints, (endpoint) => endpoint.scope)) {
      const workspace = scope === 'account' ? owner.id : team;
      const [noun, action] = scope.split(':');
      const isAny = noun === 'any' || noun === 'all';
      const keys = [
        { scopes: samplesOf(scope), isEnough: true },
        { scopes: single.filter((other) => (isAny ? !isOf(other, action) : other !== scope)), isEnough: false },
        { scopes: ['read'], isEnough: action === 'read' },
        { scopes: ['write'], isEnough: action === 'write' },
      ];
      for (const { scopes, isEnough } of keys) {
        const key = await keyWith(scopes, workspace);
        for (const endpoint of some) {
          const answer = seen(await ask(endpoint, bearer(key)));
          const isRight = isEnough ? answer === 'accepted' : answer === `403 scope_missing ${scope}`;
          if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path} with ${scopes}: ${answer}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
