import type { Scope } from '../../core/scope.ts';
import { assertKeyMayUse, assertScope } from '../../http/assert-may-use.ts';
import { malformedJson } from '../../http/failures.ts';
import { assertStorable } from '../../http/outside-text.ts';
import { readBytes } from '../../http/read-input.ts';
import { isDeeperThan } from '../../lib/json.ts';
import type { AdmittedCaller } from '../product.ts';

/** A request to the compatible API. */
export interface DubRequest {
  admission: AdmittedCaller;
  /** The owner of everything that the request reads and changes. */
  owner: number;
  query: URLSearchParams;
  /** The last segment of a path with an id. */
  id: string;
  /** Reads the JSON body. */
  readBody(): Promise<unknown>;
}

/** A call of Dub. */
export interface DubRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:id` stands for one segment. */
  path: string;
  /** Default: 200. */
  status?: number;
  /** Returns the body of the response, or the response itself. */
  handle(request: DubRequest): Promise<unknown>;
}

// Enough for a hundred links with long destinations.
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_DEPTH = 20;

/** Reads a body as JSON; a missing one is an empty object. */
export async function readDubBody(raw: Request): Promise<unknown> {
  const bytes = await readBytes(raw, MAX_BODY_BYTES);
  if (bytes.byteLength === 0) return {};
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isDeeperThan(text, MAX_DEPTH)) throw malformedJson();
    value = JSON.parse(text);
  } catch (cause) {
    throw malformedJson({ cause });
  }
  return assertStorable(value);
}

/** The route of a path, and the id in it. */
export function findRoute(
  routes: readonly DubRoute[],
  method: string,
  path: string,
): { route: DubRoute; id: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue;
    if (route.path === path) return { route, id: '' };
    const base = route.path.endsWith('/:id') ? route.path.slice(0, -3) : undefined;
    if (base === undefined || !path.startsWith(base)) continue;
    const id = path.slice(base.length);
    if (id !== '' && !id.includes('/')) return { route, id: decode(id) };
  }
  return undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The same fields without those that are undefined. */
export function dropUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as ReturnType<typeof dropUndefined<Fields>>;
}

/** All values of a parameter; several are separated by commas or repeated. */
export function readList(query: URLSearchParams, ...names: string[]): string[] {
  return names
    .flatMap((name) => [...query.getAll(name), ...query.getAll(`${name}[]`)])
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Throws unless the caller may do what needs this scope, where no endpoint of our API checks it. */
export function assertMay({ caller, request }: AdmittedCaller, scope: Scope): void {
  if ('keyId' in caller) assertKeyMayUse(caller, scope, request.address);
  assertScope(caller, scope);
}
