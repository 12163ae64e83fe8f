import { fieldError } from '../../core/errors.ts';
import type { ImportSource, KnownState, SourceBatch, SourceHistory, SourceInput, SourceLink } from '../source.ts';
import { createBitlyApi, parseBitlyDate } from './bitly-api.ts';
import { COUNTED_ELSEWHERE, readBitlyHistory } from './bitly-history.ts';
import { type JsonObject, textIn } from './json-fields.ts';
import { toDate, toTitle, withoutEmpty } from './link-texts.ts';
import { sourceRepeatsPages } from './repeated-pages.ts';

// Each link takes up to five requests, so a batch is small: what was read is stored soon.
const LINKS_AT_ONCE = 10;

/** Where to continue: in a page of a group, without the links that are done. */
interface Position {
  group: number;
  after: string;
  done: string[];
}

/** Host and back-half of a bitlink such as `https://bit.ly/abc`. */
function splitBitlink(text: string): { host: string; code: string; id: string } | undefined {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  const code = url?.pathname.replace(/^\/+|\/+$/g, '') ?? '';
  return url && code !== '' ? { host: url.host, code, id: `${url.host}/${code}` } : undefined;
}

function toBody(json: JsonObject, custom: string): Record<string, unknown> {
  const tags = Array.isArray(json.tags) ? json.tags.filter((tag) => typeof tag === 'string' && tag !== '') : [];
  return withoutEmpty({
    url: textIn(json, 'long_url'),
    custom,
    created: toDate(parseBitlyDate(textIn(json, 'created_at'))),
    expiry: toDate(parseBitlyDate(textIn(json, 'expiration_at'))),
    metatitle: toTitle(textIn(json, 'title')),
    tags: tags.length > 0 ? tags : undefined,
  });
}

/** A bitlink and its custom back-halves, each of which is a link of its own. */
interface Bitlink {
  ref: string;
  link: SourceLink;
  customs: SourceLink[];
}

function toBitlink(json: JsonObject): Bitlink | undefined {
  const own = splitBitlink(textIn(json, 'id') || textIn(json, 'link'));
  if (!own || json.is_deleted === true) return undefined;
  const hasRouting = Array.isArray(json.dynamic_routing) && json.dynamic_routing.length > 0;
  const toLink = ({ host, code, id }: typeof own): SourceLink => ({
    ref: id,
    domain: host,
    body: toBody(json, code),
    // A link without its rules would send visitors elsewhere.
    problems: hasRouting ? [fieldError('rules', 'condition_unknown', { condition: 'dynamic_routing' })] : [],
  });
  const urls = Array.isArray(json.custom_bitlinks) ? json.custom_bitlinks.map(String) : [];
  const customs = new Map(urls.flatMap((url) => splitBitlink(url) ?? []).map((custom) => [custom.id, custom]));
  customs.delete(own.id);
  return { ref: own.id, link: toLink(own), customs: [...customs.values()].map(toLink) };
}

/** Opens an account of Bitly by an access token. */
export async function openBitly({ url, key, client }: SourceInput & { kind: 'address' }): Promise<ImportSource> {
  const api = createBitlyApi(url, key, client);
  const { host } = new URL(url);

  async function* readPage(bitlinks: Bitlink[], position: Position, known: KnownState): AsyncGenerator<SourceBatch> {
    const states = await known.stateOf(bitlinks.map(({ ref }) => ref));
    for (let at = 0; at < bitlinks.length; at += LINKS_AT_ONCE) {
      const some = bitlinks.slice(at, at + LINKS_AT_ONCE);
      const history: SourceHistory[] = [];
      for (const { ref, customs } of some) {
        const own = await readBitlyHistory(api, ref, states.get(ref));
        if (own) history.push(own);
        for (const custom of customs) {
          states.set(custom.ref, COUNTED_ELSEWHERE);
          history.push({ ref: custom.ref, clicks: [], counts: [], state: COUNTED_ELSEWHERE });
        }
      }
      position.done.push(...some.map(({ ref }) => ref));
      const links = some.flatMap(({ link, customs }) => [link, ...customs]);
      yield { links, history, position: JSON.stringify(position) };
    }
  }

  async function* read(resume: string | undefined, known: KnownState): AsyncGenerator<SourceBatch> {
    const start: Position = resume === undefined ? { group: 0, after: '', done: [] } : (JSON.parse(resume) as Position);
    const groups = await api.listGroups();
    let read = new Set([start.after]);
    for (let position = start; position.group < groups.length; ) {
      const { links, next } = await api.listBitlinks(groups[position.group] ?? '', position.after);
      const bitlinks = links.flatMap((json) => toBitlink(json) ?? []);
      yield* readPage(
        bitlinks.filter(({ ref }) => !position.done.includes(ref)),
        position,
        known,
      );
      const isLast = next === '' || next === position.after;
      if (!isLast && read.has(next)) throw sourceRepeatsPages(host);
      read = isLast ? new Set(['']) : read.add(next);
      position = isLast
        ? { group: position.group + 1, after: '', done: [] }
        : { group: position.group, after: next, done: [] };
    }
  }

  return { describe: () => ({ from: 'bitly', host }), read, close: async () => {} };
}
