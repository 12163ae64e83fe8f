import { type SignpostClient, SignpostError } from '../../../client/index.ts';
import { createDirectory, type Directory } from './directory.ts';
import { readLogo } from './logo.ts';
import { type Fields, fileFieldsOf, isEmpty, isSameValue, type NounName, nouns } from './noun.ts';

/** An object of the server, in the form of a file. */
export interface StoredObject {
  id: number;
  fields: Fields;
  hasPassword?: boolean;
  /** An administrator disabled it, so that its owner cannot enable it. */
  isTakenDown?: boolean;
}

/** What objects refer to by name. */
export interface Directories {
  campaigns: Directory;
  channels: Directory;
  pixels: Directory;
  overlays: Directory;
  splash: Directory;
}

/** Everything that a file can describe, as it is now. */
export interface ServerState {
  objects: Record<NounName, StoredObject[]>;
  directories: Directories;
  /** Whether the key may read the domains. */
  knowsDomains: boolean;
}

type Row = Record<string, unknown> & { id: number; body?: Fields };

function isOutOfScope(error: unknown): boolean {
  return error instanceof SignpostError && error.status === 403;
}

/** Reads a list; if the key may not and `isNeeded` is false, it is empty. */
async function readAll<T>(list: AsyncIterable<T>, isNeeded: boolean): Promise<T[]> {
  const rows: T[] = [];
  try {
    for await (const row of list) rows.push(row);
  } catch (error) {
    if (isNeeded || !isOutOfScope(error)) throw error;
  }
  return rows;
}

/** Leaves out empty fields and defaults, and what is null within a value. */
export function compact(noun: NounName, fields: Fields): Fields {
  const kept: Fields = {};
  const defaults = nouns[noun].defaults(fields);
  for (const name of fileFieldsOf(noun)) {
    const value = fields[name];
    if (isEmpty(value) || isSameValue(noun, name, value, defaults[name])) continue;
    kept[name] = value;
  }
  return kept;
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
}

/** One name as a text, several as a list. */
function namesOf(ids: unknown, directory: Directory): string | string[] | undefined {
  const names = (Array.isArray(ids) ? ids : [ids]).flatMap((id) => directory.labelOf(Number(id)) ?? []);
  return names.length > 1 ? names.sort() : names[0];
}

/** `overlay-3` as `overlay:Name`, the id of a splash page as `splash:Name`. */
function nameType(type: unknown, { overlays, splash }: Directories): unknown {
  const [, overlay] = /^overlay-(\d+)$/.exec(String(type)) ?? [];
  if (overlay !== undefined) return `overlay:${overlays.labelOf(Number(overlay)) ?? overlay}`;
  return /^\d+$/.test(String(type)) ? `splash:${splash.labelOf(Number(type)) ?? type}` : type;
}

function toLink(row: Row, directories: Directories): StoredObject {
  const { password, disabled_by, ...body } = row.body ?? {};
  const { campaigns, channels, pixels } = directories;
  const fields = {
    ...body,
    domain: row.domain,
    type: nameType(body.type, directories),
    campaign: isEmpty(body.campaign) ? undefined : campaigns.labelOf(Number(body.campaign)),
    channel: namesOf(body.channel, channels),
    pixels: (body.pixels as number[]).flatMap((id) => pixels.labelOf(id) ?? []),
  };
  return {
    id: row.id,
    fields: compact('links', fields),
    hasPassword: row.password === true,
    isTakenDown: !isEmpty(disabled_by),
  };
}

function toQrCode({ id, body = {} }: Row, directories: Directories): StoredObject {
  const { channel, disabled_by, ...details } = body;
  const plain = Object.entries(details).map(([name, value]) => [name, name === 'data' ? value : withoutNulls(value)]);
  const fields = { ...Object.fromEntries(plain), channel: namesOf(channel, directories.channels) };
  return { id, fields: compact('qr', fields), isTakenDown: !isEmpty(disabled_by) };
}

/** What links refer to by name, and no file describes. */
export type ReferredNoun = 'pixels' | 'overlays' | 'splash';

/**
 * Reads what is there, with few requests. `isNeeded` says whether a file has a noun; a key needs no scopes for the others. `referred` are
 * the nouns that a file refers to.
 */
export async function readState(
  client: SignpostClient,
  isNeeded: (noun: NounName) => boolean,
  referred: ReadonlySet<ReferredNoun> = new Set(),
): Promise<ServerState> {
  const all = { limit: 1000 };
  const withBody = { ...all, body: '1' as const };
  const rowsOf = async (noun: NounName, list: AsyncIterable<unknown>) => (await readAll(list, isNeeded(noun))) as Row[];
  const campaigns = await rowsOf('campaigns', client.campaigns.list(all));
  const channels = await rowsOf('channels', client.channels.list(all));
  const links = isNeeded('links') ? await rowsOf('links', client.links.list(withBody)) : [];
  const usesPixels = links.some(({ body }) => !isEmpty((body as Fields).pixels));
  const typesOf = (pattern: RegExp) => links.some(({ body }) => pattern.test(String((body as Fields).type)));
  const named = async (noun: ReferredNoun, isUsed: boolean) => {
    if (!isUsed && !referred.has(noun)) return createDirectory([]);
    const list: AsyncIterable<{ id: number; name: string }> = client[noun].list(all);
    return createDirectory(await readAll(list, true));
  };
  const directories: Directories = {
    campaigns: createDirectory(campaigns as never),
    channels: createDirectory(channels as never),
    pixels: await named('pixels', usesPixels),
    overlays: await named('overlays', typesOf(/^overlay-/)),
    splash: await named('splash', typesOf(/^\d/)),
  };
  const domains: StoredObject[] = [];
  let knowsDomains = true;
  try {
    for (const { id, body = {} } of (await readAll(client.domains.list(withBody), true)) as Row[])
      domains.push({ id, fields: compact('domains', body) });
  } catch (error) {
    if (isNeeded('domains') || !isOutOfScope(error)) throw error;
    knowsDomains = false;
  }
  const qr = isNeeded('qr') ? await rowsOf('qr', client.qr.list(withBody)) : [];
  for (const { id, body } of qr) if (body) body.logo = await readLogo(client, id, body.logo);
  const plain = (noun: NounName) => (row: Row) => ({ id: row.id, fields: compact(noun, row) });
  return {
    directories,
    knowsDomains,
    objects: {
      domains,
      campaigns: campaigns.map(plain('campaigns')),
      channels: channels.map(plain('channels')),
      links: links.map((row) => toLink(row, directories)),
      qr: qr.map((row) => toQrCode(row, directories)),
    },
  };
}
