import { hasScopeFor } from '../http/assert-may-use.ts';
import type { EndpointName } from '../http/endpoint-caller.ts';
import type { AgentSession } from './agent-session.ts';

const JSON_TYPE = 'application/json';
const LISTED_LINKS = 50;

const kinds = {
  links: {
    name: 'link',
    title: 'A link',
    description: 'A link with all its fields and its clicks, as the tool get_link returns it',
    endpoint: 'GET /api/url/:id',
  },
  statistics: {
    name: 'statistics',
    title: 'Statistics of a link',
    description: 'The clicks of a link in the last 30 days, as the tool get_statistics returns them',
    endpoint: 'GET /api/url/:id/stats',
  },
} as const satisfies Record<string, { name: string; title: string; description: string; endpoint: EndpointName }>;

type Kind = keyof typeof kinds;

function isUsable(session: AgentSession, kind: Kind): boolean {
  const { scope } = session.routeOf(kinds[kind].endpoint);
  return scope !== undefined && hasScopeFor(session.caller, scope);
}

/** The resources that the caller may read, as patterns of their addresses. */
export function listTemplates(session: AgentSession) {
  const usable = (Object.keys(kinds) as Kind[]).filter((kind) => isUsable(session, kind));
  return usable.map((kind) => {
    const { name, title, description } = kinds[kind];
    return { uriTemplate: `signpost://${kind}/{id}`, name, title, description, mimeType: JSON_TYPE };
  });
}

/** The newest links as resources, so that people can pick one. */
export async function listResources(session: AgentSession) {
  if (!isUsable(session, 'links')) return [];
  const { data } = await session.call('GET /api/urls', { query: { limit: LISTED_LINKS } });
  return data.urls.map(({ id, alias, title, longurl }) => ({
    uri: `signpost://links/${id}`,
    name: alias,
    title,
    description: longurl,
    mimeType: JSON_TYPE,
  }));
}

const ADDRESS = /^signpost:\/\/(links|statistics)\/([1-9]\d{0,14})$/;

/** Reads a resource; undefined if there is none at this address. */
export async function readResource(session: AgentSession, uri: string) {
  const [, kind, id] = ADDRESS.exec(uri) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  const { error: _, ...fields } = await session.call(kinds[kind as Kind].endpoint, { params: { id: Number(id) } });
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(fields) };
}
