import { z } from 'zod';
import { mapPage } from '../../core/paging.ts';
import { answerOf, idField, messageAnswer, ok, pageAnswer, pageBody } from '../../http/envelope.ts';
import { dateTimeView, idParams, pageQuery } from '../../http/fields.ts';
import { type Route, route, streamRoute } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { overlayNotFound, responseNotFound } from './overlay.ts';
import type { OverlayResponseService } from './overlay-response.service.ts';
import type { OverlayResponse } from './overlay-response.store.ts';

const responseView = z.strictObject({
  id: idField,
  date: dateTimeView,
  link: z.int().describe('ID of the link on which it was sent'),
  fields: z.record(z.string(), z.string()).describe('What was sent: name, email, message, or answer'),
});

const countView = z.strictObject({ answer: z.string().describe('An answer'), votes: z.int().describe('Its votes') });

const page = pageAnswer('responses', responseView);
const responsePage = z.strictObject({
  ...page.shape,
  data: page.shape.data.extend({ counts: z.array(countView).optional().describe('For a poll: votes by answer') }),
});

const responseParams = idParams.extend({ response: idParams.shape.id.describe('ID of the response') });

const deleteResponseAnswer = messageAnswer('Response has been deleted successfully.');
const deleteResponsesAnswer = answerOf({
  message: z.literal('Responses have been deleted successfully.'),
  responses: z.int().min(0).describe('How many were deleted'),
});

function toView({ id, createdAt, linkId, fields }: OverlayResponse): z.output<typeof responseView> {
  return { id, date: formatDateTime(createdAt), link: linkId, fields };
}

export function overlayResponseRoutes({ responses }: { responses: OverlayResponseService }): Route[] {
  const group = 'Overlays';
  return [
    route({
      method: 'GET',
      path: '/api/overlay/:id/responses',
      scope: 'overlays:read',
      group,
      summary: 'List the responses of an overlay, newest first, and the votes of a poll',
      params: idParams,
      query: pageQuery,
      answer: responsePage,
      fails: [overlayNotFound],
      handle: async ({ caller, params, query }) => {
        const { error, data } = pageBody(
          'responses',
          mapPage(await responses.list(caller.workspaceId, params.id, query), toView),
        );
        const counts = await responses.countVotes(caller.workspaceId, params.id);
        return { error, data: { ...data, ...(counts && { counts }) } };
      },
    }),

    streamRoute({
      method: 'GET',
      path: '/api/overlay/:id/responses.csv',
      scope: 'overlays:read',
      group,
      summary: 'Download the responses of an overlay as CSV, safe to open in a spreadsheet',
      params: idParams,
      streams: 'text/csv',
      download: 'responses.csv',
      isOneAtATime: true,
      answer: z.string().describe('A header line, then one line for each response'),
      fails: [overlayNotFound],
      handle: ({ caller, params }) => responses.export(caller.workspaceId, params.id),
    }),

    route({
      method: 'DELETE',
      path: '/api/overlay/:id/response/:response/delete',
      scope: 'overlays:write',
      group,
      summary: 'Delete one response',
      params: responseParams,
      answer: deleteResponseAnswer,
      fails: [overlayNotFound, responseNotFound],
      handle: async ({ caller, params }) => {
        await responses.remove(caller.workspaceId, params.id, params.response);
        return ok({ message: 'Response has been deleted successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/overlay/:id/responses/delete',
      scope: 'overlays:write',
      group,
      summary: 'Delete all responses of an overlay',
      params: idParams,
      answer: deleteResponsesAnswer,
      fails: [overlayNotFound],
      handle: async ({ caller, params }) => {
        const count = await responses.removeAll(caller.workspaceId, params.id);
        return ok({ message: 'Responses have been deleted successfully.' as const, responses: count });
      },
    }),
  ];
}
