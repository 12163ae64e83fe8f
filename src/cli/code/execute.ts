import { type SignpostClient, SignpostError } from '../../../client/index.ts';
import { CommandFailure } from '../command-failure.ts';
import { createUploadLogo, isInlineLogo } from './logo.ts';
import { domainHostOf, type Fields, isEmpty, type NounName, nounNames } from './noun.ts';
import type { PlannedChange } from './plan.ts';
import type { Directories, StoredObject } from './state.ts';

// A request for an import takes 1,000 rows and 2 MB.
const LINKS_AT_ONCE = 200;

function idOf(directory: { idOf(label: string): number | undefined }, label: unknown): number | undefined {
  return directory.idOf(String(label)) ?? (/^\d+$/.test(String(label)) ? Number(label) : undefined);
}

function channelIds(fields: Fields, { channels }: Directories): number[] {
  return isEmpty(fields.channel) ? [] : [fields.channel].flat().flatMap((label) => idOf(channels, label) ?? []);
}

/** A field as a request body has it, with ids in place of names; null resets it. */
function toValue(field: string, value: unknown, directories: Directories): unknown {
  if (isEmpty(value)) return null;
  if (field === 'campaign') return idOf(directories.campaigns, value);
  if (field === 'pixels') return [value].flat().map((label) => idOf(directories.pixels, label));
  const [, kind, page = ''] = (field === 'type' && /^(overlay|splash):(.+)$/.exec(String(value))) || [];
  if (kind === 'overlay') return `overlay-${idOf(directories.overlays, page)}`;
  return kind === 'splash' ? String(idOf(directories.splash, page)) : value;
}

// The weight and the channels have requests of their own.
const SEPARATE = ['weight', 'channel'];

function toBody(fields: Fields, names: string[], directories: Directories): Fields {
  const sent = names.filter((field) => !SEPARATE.includes(field));
  return Object.fromEntries(sent.map((field) => [field, toValue(field, fields[field], directories)]));
}

/** The body that creates a link, with one of its channels. */
function toNewBody(fields: Fields, directories: Directories): Fields {
  const [channel] = channelIds(fields, directories);
  return { ...toBody(fields, Object.keys(fields), directories), ...(channel !== undefined && { channel }) };
}

interface RowResult {
  row: number;
  id?: number | undefined;
  errors?: { field: string; message: string }[] | undefined;
}

async function importLinks(client: SignpostClient, links: Fields[], isDryRun: boolean): Promise<RowResult[]> {
  const query = { dry_run: isDryRun ? '1' : '0', unknown_domain: 'refuse' } as const;
  const { rows } = await client.request('POST /api/urls/import', { query, body: { links } } as never);
  return rows as RowResult[];
}

/** Asks the server whether the new links could be created. Stores nothing; returns the problems with the lines of the file. */
export async function checkNewLinks(
  client: SignpostClient,
  changes: PlannedChange[],
  directories: Directories,
): Promise<[line: number, problem: string][]> {
  const newHosts = changes
    .filter(({ noun, action }) => noun === 'domains' && action === 'create')
    .map(({ name }) => name);
  const links = changes.filter(({ noun, action }) => noun === 'links' && action === 'create');
  const problems: [number, string][] = [];
  for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
    const some = links.slice(at, at + LINKS_AT_ONCE);
    const bodies = some.map(({ wanted }) => {
      const { domain, custom, ...body } = toNewBody(wanted?.fields ?? {}, directories);
      // Nothing can be taken yet on a domain that the file creates.
      const isNew = !isEmpty(domain) && newHosts.includes(domainHostOf(domain));
      const known = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      return isNew ? known : { ...known, custom, ...(!isEmpty(domain) && { domain }) };
    });
    for (const { row, errors = [] } of await importLinks(client, bodies, true)) {
      const { line = 0 } = some[row - 1]?.wanted ?? {};
      for (const { field, message } of errors) problems.push([line, `${field}: ${message}`]);
    }
  }
  return problems;
}

/** Does what is planned: creates from domains to QR codes, and deletes the other way round. */
export async function executePlan(client: SignpostClient, changes: PlannedChange[], directories: Directories) {
  const uploadLogo = createUploadLogo(client);
  let doneCount = 0;

  /** Does one change. A failure names it, and says that others were made before. */
  async function attempt({ noun, name }: PlannedChange, work: Promise<unknown>): Promise<void> {
    try {
      await work;
      doneCount += 1;
    } catch (error) {
      if (!(error instanceof SignpostError)) throw error;
      const { message, errors } = error;
      throw new CommandFailure(`${noun} ${name}: ${message}`, [
        ...errors.map((one) => `${one.field}: ${one.message}`),
        `${doneCount} of ${changes.length} changes were made before. Correct the file and apply it again.`,
      ]);
    }
  }

  async function uploadLogos(body: Fields): Promise<Fields> {
    return isInlineLogo(body.logo) ? { ...body, logo: await uploadLogo(body.logo) } : body;
  }

  async function setChannels(type: 'links' | 'qr', id: number, fields: Fields, before: Fields): Promise<void> {
    const [wanted, have] = [channelIds(fields, directories), channelIds(before, directories)];
    for (const channelid of wanted.filter((one) => !have.includes(one)))
      await client.request('POST /api/channel/:channelid/assign/:type/:itemid', {
        params: { channelid, type, itemid: id },
      });
    for (const channelid of have.filter((one) => !wanted.includes(one)))
      await client.request('DELETE /api/channel/:channelid/assign/:type/:itemid', {
        params: { channelid, type, itemid: id },
      });
  }

  async function setWeight(linkid: number, { campaign, weight = 1 }: Fields): Promise<void> {
    const campaignid = isEmpty(campaign) ? undefined : idOf(directories.campaigns, campaign);
    if (campaignid === undefined) return;
    await client.request('POST /api/campaign/:campaignid/assign/:linkid', {
      params: { campaignid, linkid },
      body: { weight: Number(weight) },
    });
  }

  async function createLinks(links: PlannedChange[]): Promise<void> {
    for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
      const all = links.slice(at, at + LINKS_AT_ONCE).map(({ wanted }) => wanted?.fields ?? {});
      const rows = await importLinks(
        client,
        all.map((fields) => toNewBody(fields, directories)),
        false,
      );
      for (const { row, id, errors } of rows) {
        const fields = all[row - 1] ?? {};
        if (id === undefined) throw new CommandFailure(`${fields.custom}: ${errors?.[0]?.message ?? 'refused'}`);
        const [, ...others] = channelIds(fields, directories);
        if (others.length > 0) await setChannels('links', id, fields, { channel: [fields.channel].flat()[0] });
        if (fields.weight !== undefined) await setWeight(id, fields);
        doneCount += 1;
      }
    }
  }

  async function create({ noun, wanted }: PlannedChange): Promise<void> {
    const fields = wanted?.fields ?? {};
    const { id } = await (client[noun].create as (body: Fields) => Promise<{ id: number }>)(
      await uploadLogos(toNewBody(fields, directories)),
    );
    if (noun === 'campaigns' || noun === 'channels') directories[noun].add(id, String(fields.name));
    if (noun === 'qr' && channelIds(fields, directories).length > 1)
      await setChannels('qr', id, fields, { channel: [fields.channel].flat()[0] });
  }

  async function update({ noun, wanted, stored, fields: changed }: PlannedChange): Promise<void> {
    const { id, fields: before } = stored as StoredObject;
    const fields = wanted?.fields ?? {};
    const names = Object.keys(changed);
    // Our API requires these in every update.
    const required = { links: ['url'], qr: ['type', 'data'], campaigns: ['name'] }[noun as string] ?? [];
    const body = await uploadLogos(toBody(fields, [...new Set([...required, ...names])], directories));
    if (names.some((name) => !SEPARATE.includes(name)))
      await (client[noun].update as (id: number, body: Fields) => Promise<unknown>)(id, body);
    if ((noun === 'links' || noun === 'qr') && names.includes('channel')) await setChannels(noun, id, fields, before);
    if (names.includes('weight') || (names.includes('campaign') && fields.weight !== undefined))
      await setWeight(id, fields);
  }

  const of = (noun: NounName, action: PlannedChange['action']) =>
    changes.filter((change) => change.noun === noun && change.action === action);
  for (const noun of nounNames) {
    if (noun === 'links') await createLinks(of(noun, 'create'));
    else for (const change of of(noun, 'create')) await attempt(change, create(change));
    for (const change of of(noun, 'update')) await attempt(change, update(change));
  }
  for (const noun of [...nounNames].reverse()) {
    for (const change of of(noun, 'delete'))
      await attempt(change, client[noun].delete((change.stored as StoredObject).id));
  }
}
