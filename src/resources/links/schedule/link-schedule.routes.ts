import { serverBusy } from '../../../core/errors.ts';
import { mapPage } from '../../../core/paging.ts';
import { disabledByAdministrator } from '../../../core/take-down.ts';
import { ok, pageBody } from '../../../http/envelope.ts';
import { idParams, pageQuery } from '../../../http/fields.ts';
import { type Route, route } from '../../../http/route.ts';
import { formatDateTime } from '../../../lib/date-time.ts';
import type { LinkService } from '../link.service.ts';
import { linkNotFound } from '../link.ts';
import * as contract from './link-schedule.contract.ts';
import { type ScheduledChange, scheduledChangeNotFound, tooManyScheduledChanges } from './link-schedule.ts';

function toView({
  id,
  dueAt,
  change,
  passwordHash,
  failure,
  createdAt,
}: ScheduledChange): contract.ScheduledChangeView {
  return {
    id,
    at: formatDateTime(dueAt),
    change: passwordHash === null ? change : { ...change, password: 'changed' },
    status: failure === null ? 'pending' : 'failed',
    failure,
    date: formatDateTime(createdAt),
  };
}

export function linkScheduleRoutes({ links }: { links: LinkService }): Route[] {
  const group = 'Links';
  return [
    route({
      method: 'GET',
      path: '/api/url/:id/schedule',
      scope: 'links:read',
      group,
      summary: 'List the scheduled changes of a link, the next one first. Changes that failed stay listed',
      params: idParams,
      query: pageQuery,
      answer: contract.scheduledChangePage,
      fails: [linkNotFound],
      handle: async ({ caller, params, query }) =>
        pageBody('schedule', mapPage(await links.listScheduled(caller.workspaceId, params.id, query), toView)),
    }),

    route({
      method: 'POST',
      path: '/api/url/:id/schedule',
      scope: 'links:write',
      group,
      summary: 'Change a link at a later time. It is applied within five seconds of that time, once',
      params: idParams,
      prepare: contract.prepareScheduledChange,
      body: contract.scheduleChangeBody,
      answer: contract.scheduleChangeAnswer,
      fails: [linkNotFound, disabledByAdministrator, tooManyScheduledChanges, serverBusy],
      handle: async ({ caller, params, body }) =>
        ok({ id: await links.schedule(caller.workspaceId, params.id, body, caller) }),
    }),

    route({
      method: 'DELETE',
      path: '/api/url/:id/schedule/:scheduleid/delete',
      scope: 'links:write',
      group,
      summary: 'Cancel a scheduled change, or remove a failed one from the list',
      params: contract.scheduledChangeParams,
      answer: contract.cancelChangeAnswer,
      fails: [linkNotFound, scheduledChangeNotFound],
      handle: async ({ caller, params }) => {
        await links.cancelScheduled(caller.workspaceId, params.id, params.scheduleid);
        return ok({ message: 'Scheduled change has been deleted successfully.' as const });
      },
    }),
  ];
}
