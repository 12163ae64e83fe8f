import type { Clock } from '../../lib/date-time.ts';
import type { Bitlinks } from './bitlinks.ts';
import type { createBitlyAccount } from './bitly-account.ts';
import type { BitlyCall, BitlyCalls } from './bitly-call.ts';
import { guidsOf } from './bitly-guids.ts';
import { formatBitlyTime, readSize } from './bitly-input.ts';
import { type BitlyMetrics, isFacet } from './bitly-metrics.ts';
import { BitlyRefusal, invalidArgument } from './bitly-refusal.ts';
import { readUnits } from './bitly-units.ts';

interface Parts {
  account: ReturnType<typeof createBitlyAccount>;
  bitlinks: Bitlinks;
  metrics: BitlyMetrics;
  secret: string;
  now: Clock;
}

const notFound = () => new BitlyRefusal('NOT_FOUND', 'What you are looking for cannot be found', { status: 404 });

/** The calls below `/v4/groups`, `/v4/organizations`, `/v4/bsds` and `/v4/user`. */
export function createGroupCalls({ account, bitlinks, metrics, secret, now }: Parts): Record<string, BitlyCalls> {
  async function showMetrics({ admission, exchange }: BitlyCall, name: string): Promise<Response | undefined> {
    const range = readUnits(exchange.query, now());
    const { unit, units, reference } = range;
    const shown = { unit, units, unit_reference: formatBitlyTime(reference) };
    const counted = { linkId: undefined, first: 0 };
    if (name === 'clicks')
      return Response.json({ ...shown, data: await metrics.readClicks(admission, counted, range) });
    if (!isFacet(name)) return undefined;
    const all = await metrics.readFacet(admission, counted, range, name);
    return Response.json({ ...shown, facet: name, metrics: all.slice(0, readSize(exchange.query)) });
  }

  async function groups(call: BitlyCall): Promise<Response | undefined> {
    const { admission, exchange, rest } = call;
    if (exchange.method !== 'GET') return undefined;
    const [guid, ...path] = rest;
    if (guid === undefined) return Response.json({ groups: [await account.describeGroup(admission)] });
    if (guid !== guidsOf(secret, admission.caller.workspaceId).group) throw notFound();
    const name = path.join('/');
    if (name === '') return Response.json(await account.describeGroup(admission));
    if (name === 'bitlinks') return Response.json(await bitlinks.list(admission, exchange.query));
    if (name === 'tags') return Response.json({ tags: await account.listTags(admission) });
    if (name !== 'bitlinks/clicks') return showMetrics(call, name);
    // Links are sorted by all their clicks; a shorter time would need those of every link.
    if (readUnits(exchange.query, now()).units !== -1)
      throw invalidArgument('units', 'units must be -1: links are sorted by all their clicks');
    const { links, counts } = await bitlinks.listByClicks(admission, readSize(exchange.query));
    return Response.json({ links, sorted_links: counts });
  }

  async function organizations({ admission, exchange, rest }: BitlyCall): Promise<Response | undefined> {
    const [guid, ...path] = rest;
    if (exchange.method !== 'GET' || path.length > 0) return undefined;
    const organization = await account.describeOrganization(admission);
    if (guid === undefined) return Response.json({ organizations: [organization] });
    if (guid !== organization.guid) throw notFound();
    return Response.json(organization);
  }

  return {
    groups,
    organizations,
    bsds: async ({ admission, exchange, rest }) =>
      exchange.method === 'GET' && rest.length === 0
        ? Response.json({ bsds: await account.listDomains(admission) })
        : undefined,
    user: async ({ admission, exchange, rest }) =>
      exchange.method === 'GET' && rest.length === 0 ? Response.json(await account.describeUser(admission)) : undefined,
  };
}
