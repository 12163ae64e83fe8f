import { parseInput } from '../http/read-input.ts';
import { type Route, streamRoute } from '../http/route.ts';
import * as contract from './feed.contract.ts';
import type { FeedService } from './feed.service.ts';
import { streamsFull, tooManyStreams } from './feed.ts';

/** The number of the last event that a browser received; without one it sends no header or an empty one. */
function readLastEventId(header: string | null): number | undefined {
  if (!header) return undefined;
  return parseInput(contract.streamHeaders, { 'Last-Event-ID': header })['Last-Event-ID'];
}

export function feedRoutes({ feeds }: { feeds: FeedService }): Route[] {
  return [
    streamRoute({
      method: 'GET',
      path: '/api/stream',
      scope: 'stats:read',
      group: 'Live',
      summary: 'Receive clicks and changes of your links as they happen, as server-sent events',
      query: contract.streamQuery,
      streams: 'text/event-stream',
      answer: contract.streamEvent,
      fails: [tooManyStreams, streamsFull],
      handle: ({ caller, query, connection }) =>
        feeds.open({
          userId: caller.userId,
          owner: caller.workspaceId,
          cursor: readLastEventId(connection.lastEventId) ?? query.cursor,
          signal: connection.signal,
          isStillAllowed: connection.isStillAllowed,
        }),
    }),
  ];
}
