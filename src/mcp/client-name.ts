/** Names the program of an agent in the audit log, such as `claude-code 2.1.0`. */

const MAX_NAME = 100;

function clean(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
}

/** The name and version in a `clientInfo` of the protocol. */
export function nameOfClient(info: unknown): string | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as { name?: unknown; version?: unknown };
  if (typeof name !== 'string' || clean(name) === '') return undefined;
  return clean(typeof version === 'string' ? `${name} ${version}` : name);
}

const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';

interface Message {
  method?: unknown;
  params?: { clientInfo?: unknown; _meta?: Record<string, unknown> };
}

/** The client as a message names it: `initialize` does, and every message of newer protocol versions. */
export function nameInMessage(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as Message;
  if (method === 'initialize') return nameOfClient(params?.clientInfo);
  return nameOfClient(params?._meta?.[CLIENT_INFO_KEY]);
}

/** A session id that contains the name, because no node keeps sessions. Clients send it with every later request. */
export function writeSessionId(client: string): string {
  return Buffer.from(client).toString('base64url');
}

/** The name of the client in a session id; undefined if there is none. */
export function readSessionId(id: string | null): string | undefined {
  if (id === null || id.length > MAX_NAME * 6) return undefined;
  const name = clean(Buffer.from(id, 'base64url').toString());
  return name === '' ? undefined : name;
}

/** The client of a request by its User-Agent: the first product of it. */
export function nameOfAgent(agent: string): string | undefined {
  const [product = ''] = clean(agent).split(' ');
  return product === '' ? undefined : product.replace('/', ' ');
}
