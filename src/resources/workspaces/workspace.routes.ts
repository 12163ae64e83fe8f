import { mapPage } from '../../core/paging.ts';
import { keyOfOtherWorkspace } from '../../core/workspace-failures.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import type { MemberService } from './member.service.ts';
import * as contract from './workspace.contract.ts';
import type { WorkspaceService } from './workspace.service.ts';
import {
  lastOwner,
  type Member,
  memberNotFound,
  roleFromGroup,
  type Workspace,
  workspaceNotEmpty,
  workspacePersonal,
} from './workspace.ts';

interface Parts {
  workspaces: WorkspaceService;
  members: MemberService;
}

function toView({ id, name, role, isPersonal }: Workspace): contract.WorkspaceView {
  return { id, name, role, personal: isPersonal };
}

function toMemberView({ userId, email, username, role }: Member): contract.MemberView {
  return { userid: userId, email, username, role };
}

export function workspaceRoutes({ workspaces, members }: Parts): Route[] {
  const common = { scope: 'account', group: 'Workspaces', isForSharedKeys: true } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/workspaces',
      summary: 'List your workspaces: the personal one, then those with members',
      query: pageQuery,
      answer: contract.workspacePage,
      handle: async ({ caller, query }) =>
        pageBody('workspaces', mapPage(await workspaces.list(caller, query), toView)),
    }),

    route({
      ...common,
      method: 'POST',
      path: '/api/workspace/add',
      summary: 'Create a workspace; you become its owner',
      body: contract.createWorkspaceBody,
      answer: contract.createWorkspaceAnswer,
      fails: [keyOfOtherWorkspace],
      handle: async ({ caller, body }) => ok({ id: await workspaces.create(caller, body.name) }),
    }),

    route({
      ...common,
      method: 'PUT',
      path: '/api/workspace/:id/update',
      pathRole: 'admin',
      summary: 'Rename a workspace; for admins',
      params: idParams,
      body: contract.updateWorkspaceBody,
      answer: contract.updateWorkspaceAnswer,
      handle: async ({ caller, params, body }) => {
        await workspaces.rename(caller, params.id, body.name);
        return ok({ message: 'Workspace has been updated successfully.' as const });
      },
    }),

    route({
      ...common,
      method: 'DELETE',
      path: '/api/workspace/:id/delete',
      pathRole: 'owner',
      summary: 'Delete a workspace, with its keys and invitations; for owners',
      params: idParams,
      query: contract.deleteWorkspaceQuery,
      body: contract.deleteWorkspaceBody,
      answer: contract.deleteWorkspaceAnswer,
      fails: [workspacePersonal, workspaceNotEmpty],
      handle: async ({ caller, params, query, body }) => {
        const how = { isForced: query.force === '1', name: body.name };
        const isFinished = await workspaces.remove(caller, params.id, how);
        const message = isFinished ? 'Workspace has been deleted successfully.' : 'Workspace is being deleted.';
        return ok({ message, finished: isFinished } as const);
      },
    }),

    route({
      ...common,
      method: 'GET',
      path: '/api/workspace/:id/members',
      pathRole: 'viewer',
      summary: 'List the members of a workspace',
      params: idParams,
      query: pageQuery,
      answer: contract.memberPage,
      handle: async ({ caller, params, query }) =>
        pageBody('members', mapPage(await members.list(caller, params.id, query), toMemberView)),
    }),

    route({
      ...common,
      method: 'PUT',
      path: '/api/workspace/:id/member/:userid/update',
      pathRole: 'admin',
      summary: 'Change the role of a member; for admins. Only owners can appoint and demote owners',
      params: contract.memberParams,
      body: contract.updateMemberBody,
      answer: contract.updateMemberAnswer,
      fails: [memberNotFound, lastOwner, roleFromGroup],
      handle: async ({ caller, params, body }) => {
        await members.changeRole(caller, params.id, params.userid, body.role);
        return ok({ message: 'Member has been updated successfully.' as const });
      },
    }),

    route({
      ...common,
      method: 'DELETE',
      path: '/api/workspace/:id/member/:userid/delete',
      pathRole: 'admin',
      summary:
        'Remove a member (for admins), or leave the workspace yourself. The member’s keys for this workspace stop working',
      params: contract.memberParams,
      answer: contract.deleteMemberAnswer,
      fails: [memberNotFound, lastOwner],
      handle: async ({ caller, params }) => {
        await members.remove(caller, params.id, params.userid);
        return ok({ message: 'Member has been removed successfully.' as const });
      },
    }),
  ];
}
