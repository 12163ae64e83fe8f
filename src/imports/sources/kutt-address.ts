import { fieldError } from '../../core/errors.ts';
import type { ImportSource, SourceBatch, SourceInput, SourceLink } from '../source.ts';
import { sourceRefused, sourceUnavailable } from '../source-failures.ts';
import { countIn, dateIn, type JsonObject, objectsIn, textIn } from './json-fields.ts';
import { toDate, toDescription, withoutEmpty } from './link-texts.ts';
import { createPageGuard } from './repeated-pages.ts';

// The largest page that Kutt gives.
const LINKS_PER_PAGE = 50;

function toLink(json: JsonObject): SourceLink {
  const body = withoutEmpty({
    url: textIn(json, 'target'),
    custom: textIn(json, 'address'),
    description: toDescription(textIn(json, 'description')),
    expiry: toDate(dateIn(json, 'expire_in')),
    created: toDate(dateIn(json, 'created_at')),
    status: json.banned === true ? 'disabled' : undefined,
  });
  // The API says only that there is a password. Without one, the link would be open.
  const problems = json.password ? [fieldError('password', 'password_unknown')] : [];
  const domain = textIn(json, 'domain') || (URL.parse(textIn(json, 'link'))?.host ?? null);
  return { ref: textIn(json, 'id'), domain, body, problems };
}

/** Opens a Kutt server by its address and an API key: links and their totals. Only its database has the history. */
export async function openKutt({ url, key, client }: SourceInput & { kind: 'address' }): Promise<ImportSource> {
  const { host } = new URL(url);
  const headers = { 'X-API-KEY': key, Accept: 'application/json' };
  let isKnown = false;

  async function readPage(skip: number): Promise<{ list: JsonObject[]; total: number }> {
    const response = await client.getJson(`${url}/api/v2/links?limit=${LINKS_PER_PAGE}&skip=${skip}`, { headers });
    const list = objectsIn(response, 'data');
    const problem = 'the response is not one of Kutt';
    if (!list) throw isKnown ? sourceUnavailable({ host, problem }) : sourceRefused({ host, problem });
    isKnown = true;
    return { list, total: countIn(response as JsonObject, 'total') };
  }

  /** The newest links come first. Links that are added meanwhile move the others: some are read twice, none is missed. */
  async function* read(resume: string | undefined): AsyncGenerator<SourceBatch> {
    const seen = new Set<string>();
    const guard = createPageGuard(host);
    for (let skip = Number(resume ?? 0); ; skip += LINKS_PER_PAGE) {
      const { list, total } = await readPage(skip);
      const fresh = list.filter((json) => !seen.has(textIn(json, 'id')));
      for (const json of fresh) seen.add(textIn(json, 'id'));
      const next = skip + LINKS_PER_PAGE;
      if (list.length === 0 || (fresh.length === 0 && next >= total)) return;
      guard(fresh.length > 0);
      yield {
        links: fresh.map(toLink),
        history: fresh.map((json) => ({
          ref: textIn(json, 'id'),
          ...{ clicks: [], counts: [], total: countIn(json, 'visit_count') },
        })),
        position: String(next),
        ...(total > 0 && { done: Math.min(1, next / total) }),
      };
      if (next >= total && list.length < LINKS_PER_PAGE) return;
    }
  }

  return { describe: () => ({ from: 'kutt', host }), read, close: async () => {} };
}
