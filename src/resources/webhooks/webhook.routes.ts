import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import type { Delivery } from './delivery.store.ts';
import * as contract from './webhook.contract.ts';
import { showFilter, type WebhookService } from './webhook.service.ts';
import { deliveryNotFound, tooManyWebhooks, type Webhook, webhookNotFound } from './webhook.ts';

function toView({ id, url, name, events, filter, status, createdAt }: Webhook): contract.WebhookView {
  return { id, url, name, events, filter: showFilter(filter), status, date: formatDateTime(createdAt) };
}

function toDeliveryView(delivery: Delivery): contract.DeliveryView {
  const { id, type, status, attempts, code, response, createdAt, nextAt } = delivery;
  const next = status === 'pending' ? formatDateTime(nextAt) : null;
  return { id, type, status, attempts, code, response, date: formatDateTime(createdAt), next };
}

export function webhookRoutes({ webhooks }: { webhooks: WebhookService }): Route[] {
  const group = 'Webhooks';
  const fails = [webhookNotFound];
  return [
    route({
      method: 'GET',
      path: '/api/webhooks',
      scope: 'webhooks:read',
      group,
      summary: 'List webhooks, newest first',
      query: pageQuery,
      answer: contract.webhookPage,
      handle: async ({ caller, query }) =>
        pageBody('webhooks', mapPage(await webhooks.list(caller.workspaceId, query), toView)),
    }),

    route({
      method: 'POST',
      path: '/api/webhook/add',
      scope: 'webhooks:write',
      group,
      summary: 'Create a webhook',
      body: contract.createWebhookBody,
      answer: contract.createWebhookAnswer,
      fails: [tooManyWebhooks],
      handle: async ({ caller, body }) => ok(await webhooks.create(caller.workspaceId, body)),
    }),

    route({
      method: 'PUT',
      path: '/api/webhook/:id/update',
      scope: 'webhooks:write',
      group,
      summary: 'Update a webhook',
      params: idParams,
      body: contract.updateWebhookBody,
      answer: contract.updateWebhookAnswer,
      fails,
      handle: async ({ caller, params, body }) => {
        await webhooks.update(caller.workspaceId, params.id, body);
        return ok({ message: 'Webhook has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/webhook/:id/delete',
      scope: 'webhooks:write',
      group,
      summary: 'Delete a webhook',
      params: idParams,
      answer: contract.deleteWebhookAnswer,
      fails,
      handle: async ({ caller, params }) => {
        await webhooks.remove(caller.workspaceId, params.id);
        return ok({ message: 'Webhook has been deleted successfully.' as const });
      },
    }),

    route({
      method: 'POST',
      path: '/api/webhook/:id/test',
      scope: 'webhooks:write',
      group,
      summary: 'Send a test delivery',
      params: idParams,
      answer: contract.testWebhookAnswer,
      fails,
      handle: async ({ caller, params }) => ok({ id: await webhooks.test(caller.workspaceId, params.id) }),
    }),

    route({
      method: 'POST',
      path: '/api/webhook/:id/rotate',
      scope: 'webhooks:write',
      group,
      summary: 'Replace the secret; for one day, deliveries are signed with both',
      params: idParams,
      answer: contract.rotateWebhookAnswer,
      fails,
      handle: async ({ caller, params }) => ok({ secret: await webhooks.rotate(caller.workspaceId, params.id) }),
    }),

    route({
      method: 'GET',
      path: '/api/webhook/:id/deliveries',
      scope: 'webhooks:read',
      group,
      summary: 'List the deliveries of a webhook, newest first',
      params: idParams,
      query: contract.listDeliveriesQuery,
      answer: contract.deliveryPage,
      fails,
      handle: async ({ caller, params, query }) =>
        pageBody(
          'deliveries',
          mapPage(await webhooks.listDeliveries(caller.workspaceId, params.id, query), toDeliveryView),
        ),
    }),

    route({
      method: 'POST',
      path: '/api/webhook/:id/delivery/:deliveryid/retry',
      scope: 'webhooks:write',
      group,
      summary: 'Send a delivery again',
      params: contract.deliveryParams,
      answer: contract.retryDeliveryAnswer,
      fails: [webhookNotFound, deliveryNotFound],
      handle: async ({ caller, params }) => {
        await webhooks.retry(caller.workspaceId, params.id, params.deliveryid);
        return ok({ message: 'The delivery will be sent again.' as const });
      },
    }),
  ];
}
