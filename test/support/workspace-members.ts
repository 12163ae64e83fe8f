import type { Role } from '../../src/core/role.ts';
import { signIn } from './sign-in.ts';
import type { Sent, TestSite } from './test-site.ts';

/** A user with a session, who can send requests in any workspace. */
export interface MemberOfTest {
  id: number;
  key: string;
  email: string;
  /** The headers of the session. */
  headers: Record<string, string>;
  send(method: string, path: string, workspace?: number | string, body?: Sent['body']): ReturnType<TestSite['send']>;
}

let count = 0;

/** Adds a user and signs them in. */
export async function addMember(site: TestSite): Promise<MemberOfTest> {
  const email = `member${++count}@example.com`;
  const user = await site.addUser(email);
  const { headers } = await signIn(site, email);
  return {
    ...{ ...user, email, headers },
    send: (method, path, workspace, body) =>
      site.send(method, path, {
        headers: { ...headers, ...(workspace !== undefined && { 'X-Workspace': String(workspace) }) },
        ...(body !== undefined && { body }),
      }),
  };
}

/** Gives a user a role in a workspace without an invitation. */
export async function joinWorkspace(
  site: TestSite,
  workspaceId: number,
  { id }: { id: number },
  role: Role,
  source: 'hand' | 'group' = 'hand',
): Promise<void> {
  await site.database.db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: id, source, role, created_at: site.clock.now })
    .execute();
}
