import { mapPage } from '../../core/paging.ts';
import { roleMissing, workspaceNotFound } from '../../core/workspace-failures.ts';
import { assertSession, sessionRequired } from '../../http/account-access.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { choosePageLanguage } from '../../pages/texts.ts';
import * as contract from './invitation.contract.ts';
import type { InvitationService } from './invitation.service.ts';
import {
  alreadyMember,
  type Invitation,
  invitationForAnother,
  invitationNotFound,
  maskEmail,
  tooManyInvitations,
  workspaceIsPersonal,
} from './invitation.ts';

function toView({ id, email, role, expiresAt, createdAt }: Invitation): contract.InvitationView {
  return { id, email, role, expiry: formatDateTime(expiresAt), date: formatDateTime(createdAt) };
}

export function invitationRoutes({ invitations }: { invitations: InvitationService }): Route[] {
  const group = 'Workspaces';
  return [
    route({
      method: 'GET',
      path: '/api/workspace/:id/invitations',
      scope: 'account',
      isForSharedKeys: true,
      group,
      summary: 'List the pending invitations to a workspace, newest first; for its admins',
      params: idParams,
      query: pageQuery,
      answer: contract.invitationPage,
      fails: [workspaceNotFound, roleMissing],
      handle: async ({ caller, params, query }) =>
        pageBody('invitations', mapPage(await invitations.list(caller, params.id, query), toView)),
    }),

    route({
      method: 'POST',
      path: '/api/workspace/:id/invite',
      scope: 'account',
      isForSharedKeys: true,
      group,
      summary: 'Invite somebody to a workspace: creates a link for one email address, which works once, for 7 days',
      params: idParams,
      body: contract.inviteBody,
      answer: contract.inviteAnswer,
      fails: [workspaceNotFound, roleMissing, workspaceIsPersonal, alreadyMember, tooManyInvitations],
      handle: async ({ caller, params, body, request }) => {
        const language = choosePageLanguage(request.acceptLanguage);
        const { id, link, expiresAt, isMailed } = await invitations.invite(caller, params.id, body, language);
        return ok({ id, link, expiry: formatDateTime(expiresAt), mailed: isMailed });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/workspace/:id/invitation/:invitationid/delete',
      scope: 'account',
      isForSharedKeys: true,
      group,
      summary: 'Withdraw an invitation; its link stops working',
      params: contract.cancelParams,
      answer: contract.cancelAnswer,
      fails: [workspaceNotFound, roleMissing, invitationNotFound],
      handle: async ({ caller, params }) => {
        await invitations.withdraw(caller, params.id, params.invitationid);
        return ok({ message: 'Invitation has been withdrawn successfully.' as const });
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/invitation',
      group,
      summary: 'Read an invitation by the token in its link; no account is needed',
      body: contract.tokenBody,
      answer: contract.readAnswer,
      fails: [invitationNotFound],
      isOwnPagesOnly: true,
      handle: async ({ body }) => {
        const { workspaceName, role, inviter, email, expiresAt } = await invitations.read(body.token);
        const shown = { workspace: workspaceName, role, inviter, email: maskEmail(email) };
        return ok({ data: { ...shown, expiry: formatDateTime(expiresAt) } });
      },
    }),

    route({
      method: 'POST',
      path: '/api/invitation/accept',
      scope: 'account',
      group,
      summary: 'Accept an invitation with the account that you are signed in to',
      body: contract.tokenBody,
      answer: contract.acceptAnswer,
      fails: [sessionRequired, invitationNotFound, invitationForAnother, alreadyMember],
      handle: async ({ caller, body }) => {
        assertSession(caller);
        const { workspaceId, role } = await invitations.accept(caller, body.token);
        return ok({ workspace: workspaceId, role });
      },
    }),
  ];
}
