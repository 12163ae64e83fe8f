import { readJsonText } from '../read-body.ts';
import { isGarbled } from '../read-parameters.ts';
import { writePolrAnswer } from './polr-answers.ts';
import { assertJson, type PolrCall } from './polr-call.ts';
import { PolrError } from './polr-failures.ts';

const MAX_BULK = 1000;
const NOT_SECRET = [undefined, null, false, '', '0', 0, 'false'];

/** One link as Polr describes it. */
interface WantedLink {
  url?: unknown;
  custom_ending?: unknown;
  is_secret?: unknown;
}

/** The body of our own API. A secret link needs a second part in its path, which ours do not have. */
function toBody({ url, custom_ending: ending, is_secret: isSecret }: WantedLink) {
  if (!NOT_SECRET.some((word) => word === isSecret))
    throw new PolrError(400, 'CREATION_ERROR', 'Secret links are not supported. Use a password in the dashboard.');
  const body = { url: typeof url === 'string' && !isGarbled(url) ? url.trim() : '', reuse: true };
  if (ending === undefined || ending === null || ending === '') return body;
  // A program may write an ending of digits as a number. Our API refuses everything else.
  return { ...body, custom: typeof ending === 'number' ? String(ending) : (ending as string) };
}

/** `shorten`: creates a link; the same URL without a custom ending returns the link that exists. */
export async function shortenForPolr({ admission, parameters, type, endpoints }: PolrCall): Promise<Response> {
  const { shorturl } = await endpoints.call(admission, 'POST /api/url/add', { body: toBody(parameters) });
  return writePolrAnswer(type, 'shorten', shorturl, shorturl);
}

function readWanted(data: string | undefined): WantedLink[] {
  const links = data === undefined ? undefined : (readJsonText(data) as { links?: unknown }).links;
  const isList = Array.isArray(links) && links.length > 0 && links.length <= MAX_BULK;
  if (!isList || links.some((link) => typeof link !== 'object' || link === null))
    throw new PolrError(400, 'MISSING_PARAMETERS', 'Invalid or missing parameters.');
  return links;
}

/** `shorten_bulk`: creates several links, or none if one of them is refused. */
export async function shortenBulk(call: PolrCall): Promise<Response> {
  assertJson(call);
  const { admission, parameters, endpoints } = call;
  const bodies = readWanted(parameters.data).map(toBody);
  const links = bodies.map(({ reuse: _, ...link }) => link);
  const checked = await endpoints.call(admission, 'POST /api/urls/import', {
    query: { dry_run: '1' },
    body: { links },
  });
  const refused = checked.rows.find(({ errors }) => errors !== undefined);
  if (refused) throw new PolrError(400, 'CREATION_ERROR', refused.errors?.[0]?.message ?? 'A link is invalid.');
  const shortened: { long_url: string; short_url: string }[] = [];
  for (const body of bodies) {
    const { shorturl } = await endpoints.call(admission, 'POST /api/url/add', { body });
    shortened.push({ long_url: body.url, short_url: shorturl });
  }
  return writePolrAnswer('json', 'shorten_bulk', { shortened_links: shortened });
}
