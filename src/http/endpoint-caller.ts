import type { Api } from '../../client/endpoints.ts';
import { actAs, actorOf } from '../core/actor.ts';
import { keyRequired } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import { admitCaller } from './admit-caller.ts';
import { isAcceptedFrom } from './assert-may-use.ts';
import { type FindRole, isAccepted } from './enter-workspace.ts';
import { assertStorable } from './outside-text.ts';
import type { PeerSource } from './peer.ts';
import { assertAllowed, takeRequest, takeRouteLimit } from './rate-limit.ts';
import { parseInput, parseQuery } from './read-input.ts';
import { readRequestFacts } from './request-facts.ts';
import type { RequestFacts, Route } from './route.ts';

/** An endpoint as OpenAPI names it: `POST /api/url/add`. */
export type EndpointName = keyof Api;

/** Parameters, query and body of an endpoint. */
export type EndpointInput<Name extends EndpointName> = Omit<Api[Name], 'answer'>;

export type EndpointAnswer<Name extends EndpointName> = Api[Name]['answer'];

/** A request from outside that is counted in its rate window. Its caller is undefined if it has no valid key. */
export interface Admission {
  raw: Request;
  caller: Principal | undefined;
  request: RequestFacts;
  verdict: RateVerdict;
  /** Looks up the caller again: a key may be revoked while the request is handled. */
  identify(): Promise<Principal | undefined>;
}

/** Calls endpoints of the API within the program, for requests that arrive in another form than that of our API. */
export interface EndpointCaller {
  /** Counts a request in the same window as `/api`; `identify` finds its user by whatever the request contains. */
  admit(request: Request, peers: PeerSource, identify: () => Promise<Principal | undefined>): Promise<Admission>;
  /**
   * Checks whether the request may use an endpoint, then does other work in its place, in the name of its caller: for what no
   * endpoint does, or does in another form.
   */
  act<T>(admission: Admission, name: EndpointName, work: (caller: Principal) => Promise<T>): Promise<T>;
  /** Throws the failures that `/api` would answer with, also if the request is over its limit. */
  call<Name extends EndpointName>(
    admission: Admission,
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointAnswer<Name>>;
}

/** What endpoints are called with. */
export interface EndpointCallerParts {
  routes: Route[];
  findRole: FindRole;
  windows: RateWindows;
  rateRule: RateRule;
  isTrusted(address: string): boolean;
  now: Clock;
}

interface LooseInput {
  params?: Record<string, string | number>;
  query?: object;
  body?: object;
}

function parseParams(route: Route, params: Record<string, string | number> = {}) {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return route.params && parseInput(route.params, Object.fromEntries(texts));
}

/** Values of a query arrive as text over HTTP, and lists as repeated names, so their schemas expect that. */
function parseQueryOf(route: Route, query: object = {}) {
  // URLSearchParams would replace half a character.
  assertStorable(query);
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) pairs.append(name, String(one));
  }
  return route.query && parseQuery(route.query, pairs.toString());
}

function parseBody(route: Route, body: object = {}) {
  const prepare = route.prepare ?? ((given: object) => given);
  return route.body && parseInput(route.body, prepare(body));
}

/** Endpoints that take a file get the body as a JSON file. */
function readFile(route: Route, body: object = {}) {
  if (!route.takes) return undefined;
  const file = new TextEncoder().encode(JSON.stringify(body));
  return { file, fileType: 'application/json', stream: new Blob([file]).stream() };
}

export function createEndpointCaller(parts: EndpointCallerParts): EndpointCaller {
  const { windows, rateRule, isTrusted, findRole, now } = parts;
  const byName = new Map(parts.routes.map((route) => [`${route.method} ${route.path}`, route]));

  function routeOf(name: string): Route {
    const route = byName.get(name);
    if (!route) throw new Error(`there is no endpoint ${name}`);
    return route;
  }

  function admitTo(route: Route, { raw, request }: Admission, caller: Principal | undefined) {
    // Sessions do not get here, so no request needs a second factor.
    return admitCaller(route, raw, caller, { address: request.address, requiresSecondFactor: false }, findRole);
  }

  /** Returns the caller; throws unless the request may use the endpoint now. */
  async function enter(admission: Admission, route: Route): Promise<Principal | undefined> {
    const { caller, request, verdict } = admission;
    assertAllowed(verdict, now());
    const admitted = await admitTo(route, admission, caller);
    assertAllowed(await takeRouteLimit(route, request.address, windows), now());
    return admitted;
  }

  return {
    async admit(raw, peers, identify) {
      const request = readRequestFacts(raw, peers, isTrusted, () => {});
      const [identity] = await Promise.allSettled([identify()]);
      const caller = identity.status === 'fulfilled' ? identity.value : undefined;
      // Elsewhere, someone who found the key could use up its requests.
      const counted = caller && isAcceptedFrom(caller, request.address) ? caller : undefined;
      const verdict = await takeRequest(windows, rateRule, counted, request.address);
      if (verdict.isAllowed && identity.status === 'rejected') throw identity.reason;
      return { raw, caller, request, verdict, identify };
    },

    async act(admission, name, work) {
      const caller = await enter(admission, routeOf(name));
      if (!caller) throw keyRequired();
      return actAs(actorOf(caller, admission.request, now), () => work(caller));
    },

    async call(admission, name, input) {
      const { raw, request } = admission;
      const route = routeOf(name);
      const caller = await enter(admission, route);
      const { params, query, body }: LooseInput = input;
      const handled = {
        caller,
        request,
        connection: {
          signal: raw.signal,
          lastEventId: null,
          isStillAllowed: () => isAccepted(async () => admitTo(route, admission, await admission.identify())),
        },
        params: parseParams(route, params),
        query: parseQueryOf(route, query),
        body: parseBody(route, body),
        ...readFile(route, body),
      };
      const answer = await actAs(actorOf(caller, request, now), () => route.handle(handled));
      return answer as EndpointAnswer<typeof name>;
    },
  };
}
