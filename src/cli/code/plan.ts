import type { WantedObject, WantedState } from './file.ts';
import { isInlineLogo } from './logo.ts';
import {
  domainHostOf,
  type Fields,
  fileFieldsOf,
  isEmpty,
  isSameContent,
  isSameValue,
  type NounName,
  nounNames,
  nouns,
} from './noun.ts';
import type { ServerState, StoredObject } from './state.ts';

/** What changes in a field. A password is never shown. */
export type PlannedFields = Record<string, { old: unknown; new: unknown }>;

/** One thing that applying a file does. */
export interface PlannedChange {
  action: 'create' | 'update' | 'delete';
  noun: NounName;
  name: string;
  fields: PlannedFields;
  /** For updates and deletions. */
  stored?: StoredObject;
  /** For creations and updates. */
  wanted?: WantedObject;
}

const HIDDEN = '(hidden)';

interface Pair {
  wanted?: WantedObject;
  stored?: StoredObject;
}

function show(field: string, value: unknown): unknown {
  if (isEmpty(value)) return null;
  if (field === 'logo' && isInlineLogo(value)) return '(image)';
  return field === 'password' ? HIDDEN : value;
}

/** What people call an object: the address of a link, else its name. */
function nameOf(noun: NounName, fields: Fields): string {
  return nouns[noun].identify(fields).replace(/^\//, '') || `(${noun === 'qr' ? fields.type : noun})`;
}

/** The fields that differ, except for the password. */
function diff(noun: NounName, wanted: Fields, { fields: stored, isTakenDown }: StoredObject): PlannedFields {
  const [want, have] = [
    { ...nouns[noun].defaults(wanted), ...wanted },
    { ...nouns[noun].defaults(stored), ...stored },
  ] as [Fields, Fields];
  const fixed = noun === 'links' ? ['custom', 'domain'] : noun === 'domains' ? ['domain'] : [];
  const compared = fileFieldsOf(noun).filter(
    (field) => !fixed.includes(field) && field !== 'password' && !(field === 'status' && isTakenDown),
  );
  const isSame = (field: string) =>
    noun === 'qr' && field === 'data' ? isSameContent(want, have) : isSameValue(noun, field, want[field], have[field]);
  const differing = compared.filter((field) => !isSame(field));
  return Object.fromEntries(
    differing.map((field) => [field, { old: show(field, have[field]), new: show(field, want[field]) }]),
  );
}

/** Pairs the objects of a file with those of the server: equal ones first, then by their order. */
function pair(noun: NounName, wanted: WantedObject[], stored: StoredObject[]): Pair[] {
  const { identify } = nouns[noun];
  const left = Map.groupBy(stored, ({ fields }) => identify(fields));
  const take = (object: WantedObject, fits: (one: StoredObject) => boolean) => {
    const same = left.get(identify(object.fields)) ?? [];
    const at = same.findIndex(fits);
    return at === -1 ? undefined : same.splice(at, 1)[0];
  };
  const isEqual = (object: WantedObject) => (one: StoredObject) =>
    Object.keys(diff(noun, object.fields, one)).length === 0;
  const found = new Map(wanted.map((object) => [object, take(object, isEqual(object))]));
  for (const object of wanted)
    if (!found.get(object))
      found.set(
        object,
        take(object, () => true),
      );
  const pairs: Pair[] = wanted.map((object) => ({ wanted: object, stored: found.get(object) }) as Pair);
  return [...pairs, ...[...left.values()].flat().map((one) => ({ stored: one }))];
}

/** Whether a link has this password already. */
export type HasPassword = (link: StoredObject, password: string) => Promise<boolean>;

async function planPair(noun: NounName, { wanted, stored }: Pair, hasPassword: HasPassword): Promise<PlannedChange> {
  const about = { noun, name: nameOf(noun, (wanted ?? stored)?.fields ?? {}), ...(wanted && { wanted }) };
  if (!stored) {
    const fields = Object.entries(wanted?.fields ?? {}).map(([field, value]) => [
      field,
      { old: null, new: show(field, value) },
    ]);
    return { ...about, action: 'create', fields: Object.fromEntries(fields) };
  }
  if (!wanted) return { ...about, action: 'delete', fields: {}, stored };
  const fields = diff(noun, wanted.fields, stored);
  const { password } = wanted.fields;
  if (typeof password === 'string' && !(stored.hasPassword && (await hasPassword(stored, password)))) {
    fields.password = { old: stored.hasPassword ? HIDDEN : null, new: HIDDEN };
  }
  return { ...about, action: 'update', fields, stored };
}

/** Finds invalid values among those that would be sent. What the server has already may be older than a rule. */
export function findInvalid(changes: PlannedChange[]): [line: number, problem: string][] {
  return changes.flatMap(({ wanted, fields }) =>
    (wanted?.problems ?? []).flatMap(({ field, line, problem }): [number, string][] =>
      field in fields ? [[line, problem]] : [],
    ),
  );
}

/** Finds names in a file that nothing has. */
export function findUnknownNames(
  wanted: WantedState,
  { directories, objects, knowsDomains }: ServerState,
): [line: number, problem: string][] {
  const namesIn = (noun: NounName) => new Set((wanted[noun] ?? []).map(({ fields }) => nouns[noun].identify(fields)));
  const planned = { campaigns: namesIn('campaigns'), channels: namesIn('channels'), domains: namesIn('domains') };
  const hosts = new Set(objects.domains.map(({ fields }) => domainHostOf(fields.domain)));
  const problems: [number, string][] = [];
  for (const { line, fields } of [...(wanted.links ?? []), ...(wanted.qr ?? [])]) {
    const { campaign, channel, pixels, type, domain } = fields;
    const unknown = (noun: string, name: string) => problems.push([line, `there is no ${noun} '${name}'`]);
    if (
      campaign !== undefined &&
      !planned.campaigns.has(String(campaign)) &&
      !directories.campaigns.idOf(String(campaign))
    )
      unknown('campaign', String(campaign));
    for (const name of isEmpty(channel) ? [] : [channel].flat().map(String))
      if (!planned.channels.has(name) && !directories.channels.idOf(name)) unknown('channel', name);
    for (const name of isEmpty(pixels) ? [] : [pixels].flat().map(String))
      if (!directories.pixels.idOf(name) && !/^\d+$/.test(name)) unknown('pixel', name);
    const [, kind, page = ''] = /^(overlay|splash):(.+)$/.exec(String(type)) ?? [];
    if (kind === 'overlay' && !directories.overlays.idOf(page)) unknown('overlay', page);
    if (kind === 'splash' && !directories.splash.idOf(page)) unknown('splash page', page);
    if (
      knowsDomains &&
      !isEmpty(domain) &&
      !hosts.has(domainHostOf(domain)) &&
      !planned.domains.has(domainHostOf(domain))
    )
      unknown('domain', String(domain));
  }
  return problems;
}

/** What has to be done so that the server is as the file says. Without `isPruning`, nothing is deleted. */
export async function planChanges(
  wanted: WantedState,
  { objects }: ServerState,
  { isPruning, hasPassword }: { isPruning: boolean; hasPassword: HasPassword },
): Promise<PlannedChange[]> {
  const changes: PlannedChange[] = [];
  for (const noun of nounNames) {
    for (const one of pair(noun, wanted[noun] ?? [], objects[noun])) {
      // A noun that the file does not have is not described, so nothing of it is deleted.
      if (!one.wanted && (!isPruning || !wanted[noun])) continue;
      const change = await planPair(noun, one, hasPassword);
      if (change.action !== 'update' || Object.keys(change.fields).length > 0) changes.push(change);
    }
  }
  return changes;
}
