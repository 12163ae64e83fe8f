import {
  type AnswerOf,
  type Connection,
  type Endpoint,
  type InputOf,
  type SendOptions,
  sendRequest,
} from './send-request.ts';
import { SignpostError } from './signpost-error.ts';

/** How to reach a server. */
export interface SignpostOptions {
  /** The address of the server, such as `https://go.example.com`. */
  url: string;
  /** An API key. */
  key: string;
  /** How often a request is sent again, after the time that the server asks for, if the rate limit is reached; default: 5. */
  maxRetries?: number;
  /** Replaces the `fetch` of the platform. */
  fetch?: typeof fetch;
}

/** A response without `error`, which is 0 in every response that arrives. */
type Result<E extends Endpoint> = Omit<AnswerOf<E>, 'error'>;

type BodyOf<E extends Endpoint> = InputOf<E> extends { body?: infer Body } ? NonNullable<Body> : never;
type QueryOf<E extends Endpoint> = InputOf<E> extends { query?: infer Query } ? NonNullable<Query> : object;

/** The row of a list: the element of the one list in `data`. */
type RowOf<E extends Endpoint> =
  AnswerOf<E> extends { data: infer Data }
    ? { [Name in keyof Data]: Data[Name] extends (infer Row)[] ? Row : never }[keyof Data]
    : never;

/** The endpoints of each noun; a noun has only those that the API has. */
const nouns = {
  links: {
    list: 'GET /api/urls',
    get: 'GET /api/url/:id',
    create: 'POST /api/url/add',
    update: 'PUT /api/url/:id/update',
    delete: 'DELETE /api/url/:id/delete',
  },
  qr: {
    list: 'GET /api/qr',
    get: 'GET /api/qr/:id',
    create: 'POST /api/qr/add',
    update: 'PUT /api/qr/:id/update',
    delete: 'DELETE /api/qr/:id/delete',
  },
  domains: {
    list: 'GET /api/domains',
    get: 'GET /api/domain/:id',
    create: 'POST /api/domain/add',
    update: 'PUT /api/domain/:id/update',
    delete: 'DELETE /api/domain/:id/delete',
  },
  campaigns: {
    list: 'GET /api/campaigns',
    get: 'GET /api/campaign/:id',
    create: 'POST /api/campaign/add',
    update: 'PUT /api/campaign/:id/update',
    delete: 'DELETE /api/campaign/:id/delete',
  },
  pixels: {
    list: 'GET /api/pixels',
    create: 'POST /api/pixel/add',
    update: 'PUT /api/pixel/:id/update',
    delete: 'DELETE /api/pixel/:id/delete',
  },
  channels: {
    list: 'GET /api/channels',
    get: 'GET /api/channel/:id',
    create: 'POST /api/channel/add',
    update: 'PUT /api/channel/:id/update',
    delete: 'DELETE /api/channel/:id/delete',
  },
  overlays: {
    list: 'GET /api/overlay',
    get: 'GET /api/overlay/:id',
    create: 'POST /api/overlay/add',
    update: 'PUT /api/overlay/:id/update',
    delete: 'DELETE /api/overlay/:id/delete',
  },
  splash: {
    list: 'GET /api/splash',
    get: 'GET /api/splash/:id',
    create: 'POST /api/splash/add',
    update: 'PUT /api/splash/:id/update',
    delete: 'DELETE /api/splash/:id/delete',
  },
  bio: {
    list: 'GET /api/bio',
    get: 'GET /api/bio/:id',
    create: 'POST /api/bio/add',
    update: 'PUT /api/bio/:id/update',
    delete: 'DELETE /api/bio/:id/delete',
  },
  webhooks: {
    list: 'GET /api/webhooks',
    create: 'POST /api/webhook/add',
    update: 'PUT /api/webhook/:id/update',
    delete: 'DELETE /api/webhook/:id/delete',
  },
  keys: { list: 'GET /api/keys', create: 'POST /api/key/add', delete: 'DELETE /api/key/:id/delete' },
} as const satisfies Record<string, Partial<Record<'list' | 'get' | 'create' | 'update' | 'delete', Endpoint>>>;

type Nouns = typeof nouns;
type NounName = keyof Nouns;

interface Operations<E extends Endpoint> {
  /** Iterates over all rows of all pages: `for await (const row of list())`. */
  list(query?: QueryOf<E>): AsyncGenerator<RowOf<E>, void, undefined>;
  get(id: number): Promise<Result<E>>;
  create(body: BodyOf<E>): Promise<Result<E>>;
  update(id: number, body: BodyOf<E>): Promise<Result<E>>;
  delete(id: number): Promise<Result<E>>;
}

/** The operations of a noun. */
type NounClient<Name extends NounName> = {
  [Verb in keyof Nouns[Name] & keyof Operations<Endpoint>]: Nouns[Name][Verb] extends infer E extends Endpoint
    ? Operations<E>[Verb]
    : never;
};

/** A client of one server. */
export type SignpostClient = { [Name in NounName]: NounClient<Name> } & {
  /** Sends a request to any endpoint, such as `request('GET /api/stats')`. */
  request<E extends Endpoint>(endpoint: E, input?: InputOf<E>, options?: SendOptions): Promise<Result<E>>;
};

/** Another server responded, or a proxy. */
function unexpectedResponse(): SignpostError {
  const message = 'The response is not one of the API. Is the URL the address of a Signpost server?';
  return new SignpostError({ status: 200, code: 'unexpected_response', message });
}

async function readResult(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/json')) return type.startsWith('text/') ? response.text() : response.blob();
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null) throw unexpectedResponse();
  const { error: _, ...result } = body as { error: unknown };
  return result;
}

function createClient({ url, key, maxRetries = 5, fetch = globalThis.fetch }: SignpostOptions): SignpostClient {
  const connection: Connection = {
    url: url.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${key}` },
    fetch,
    maxRetries,
  };
  // biome-ignore lint/suspicious/noExplicitAny: the types of the endpoints are checked where `SignpostClient` is used.
  const request = async (endpoint: Endpoint, input?: any, options?: SendOptions): Promise<any> =>
    readResult(await sendRequest(connection, endpoint, input, options));

  async function* list(endpoint: Endpoint, query: object = {}) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data } = await request(endpoint, { query: { limit: 100, ...query, page } });
      if (typeof data !== 'object' || data === null) throw unexpectedResponse();
      last = data.maxpage;
      yield* Object.values(data).find(Array.isArray) ?? [];
    }
  }

  const perform = {
    list: (endpoint: Endpoint) => (query?: object) => list(endpoint, query),
    get: (endpoint: Endpoint) => (id: number) => request(endpoint, { params: { id } }),
    create: (endpoint: Endpoint) => (body: object) => request(endpoint, { body }),
    update: (endpoint: Endpoint) => (id: number, body: object) => request(endpoint, { params: { id }, body }),
    delete: (endpoint: Endpoint) => (id: number) => request(endpoint, { params: { id } }),
  };
  const clients = Object.entries(nouns).map(([noun, endpoints]) => {
    const operations = Object.entries(endpoints).map(([verb, endpoint]) => [
      verb,
      perform[verb as keyof typeof perform](endpoint),
    ]);
    return [noun, Object.fromEntries(operations)];
  });
  return { request, ...Object.fromEntries(clients) };
}

/** Creates a client; works with and without `new`. */
interface CreateSignpost {
  (options: SignpostOptions): SignpostClient;
  new (options: SignpostOptions): SignpostClient;
}

/**
 * A client of one server, for example
 *
 *     const signpost = new Signpost({ url: 'https://go.example.com', key: 'sp_…' });
 *     const { shorturl } = await signpost.links.create({ url: 'https://example.com/a/long/address' });
 */
export const Signpost = function Signpost(options: SignpostOptions): SignpostClient {
  return createClient(options);
} as CreateSignpost;
