import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { blankIsNull, idParams, pageQuery } from '../../http/fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDay } from '../../lib/date-time.ts';
import * as contract from './channel.contract.ts';
import type { ChannelItem, ChannelService } from './channel.service.ts';
import { type Channel, channelNotFound, itemNotFound } from './channel.ts';

function toView({ id, name, description, color, isStarred }: Omit<Channel, 'items'>): contract.ChannelView {
  return { id, name, description, color, starred: isStarred };
}

function toItemView({ kind, id, title, preview, link, createdAt }: ChannelItem): contract.ChannelItemView {
  return { type: kind, id, title, preview, link, date: formatDay(createdAt) };
}

export function channelRoutes({ channels }: { channels: ChannelService }): Route[] {
  const group = 'Channels';
  return [
    route({
      method: 'GET',
      path: '/api/channels',
      scope: 'channels:read',
      group,
      summary: 'List channels, newest first',
      query: contract.listChannelsQuery,
      answer: contract.channelPage,
      handle: async ({ caller, query: { page, filters } }) =>
        pageBody('channels', mapPage(await channels.list(caller.workspaceId, page, filters), toView)),
    }),

    route({
      method: 'GET',
      path: '/api/channel/:id',
      scope: 'channels:read',
      group,
      summary: 'List the items of a channel, newest first',
      params: idParams,
      query: pageQuery,
      answer: contract.channelItemPage,
      fails: [channelNotFound],
      handle: async ({ caller, params, query }) =>
        pageBody('items', mapPage(await channels.listItems(caller.workspaceId, params.id, query), toItemView)),
    }),

    route({
      method: 'POST',
      path: '/api/channel/add',
      scope: 'channels:write',
      group,
      summary: 'Create a channel',
      prepare: blankIsNull,
      body: contract.createChannelBody,
      answer: contract.createChannelAnswer,
      handle: async ({ caller, body }) => ok(toView(await channels.create(caller.workspaceId, body))),
    }),

    route({
      method: 'POST',
      path: '/api/channel/:channelid/assign/:type/:itemid',
      scope: 'channels:write',
      group,
      summary: 'Add a link, a bio page or a QR code to a channel',
      params: contract.assignItemParams,
      answer: contract.assignAnswer,
      fails: [channelNotFound, itemNotFound],
      handle: async ({ caller, params: { channelid, type, itemid } }) => {
        await channels.assign(caller.workspaceId, channelid, { kind: type, id: itemid });
        return ok({ message: 'Item successfully added to the channel.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/channel/:channelid/assign/:type/:itemid',
      scope: 'channels:write',
      group,
      summary: 'Remove a link, a bio page or a QR code from a channel',
      params: contract.assignItemParams,
      answer: contract.unassignAnswer,
      fails: [channelNotFound, itemNotFound],
      handle: async ({ caller, params: { channelid, type, itemid } }) => {
        await channels.unassign(caller.workspaceId, channelid, { kind: type, id: itemid });
        return ok({ message: 'Item successfully removed from the channel.' as const });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/channel/:id/update',
      scope: 'channels:write',
      group,
      summary: 'Update a channel. Omitted fields are unchanged; null or "" clears a field',
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateChannelBody,
      answer: contract.updateChannelAnswer,
      fails: [channelNotFound],
      handle: async ({ caller, params, body }) => {
        await channels.update(caller.workspaceId, params.id, body);
        return ok({ message: 'Channel has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/channel/:id/delete',
      scope: 'channels:write',
      group,
      summary: 'Delete a channel; its items are kept',
      params: idParams,
      query: purgeQuery,
      answer: contract.deleteChannelAnswer,
      fails: [channelNotFound],
      handle: async ({ caller, params, query }) => {
        await channels.remove(caller.workspaceId, params.id, deletionBy(caller, caller.workspaceId, query));
        return ok({ message: 'Channel has been deleted successfully.' as const });
      },
    }),
  ];
}
