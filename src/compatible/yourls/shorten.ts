import { AppError, invalidField } from '../../core/errors.ts';
import { assertScope, hasScopeFor } from '../../http/assert-may-use.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import type { FoundLink } from '../find-by-short.ts';
import { isGarbled } from '../read-parameters.ts';
import { showTitle, type YourlsAction, type YourlsCall } from './action.ts';
import type { FormattedYourlsAnswer, YourlsAnswer } from './write-answer.ts';

// A host with a port, such as `example.com:8080/x`, has no scheme either.
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i;
const MAX_KEYWORD = 100;
const MAX_TITLE = 255;
const SHOWN_URL = 60;
// How many links with the same destination are looked at.
const MAX_COMPARED = 100;

/** Adds the scheme that people leave out. */
export function withScheme(url: string): string {
  return url === '' || SCHEME.test(url) ? url : `http://${url.replace(/^\/\//, '')}`;
}

/** Removes the characters that no alias can have, as YOURLS does. */
function cleanKeyword(keyword: string): string {
  return keyword.replace(/[^\w-]/g, '').slice(0, MAX_KEYWORD);
}

function cleanTitle(title: string): string {
  return title
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE)
    .toWellFormed();
}

function fail(code: string, status: string, message: string): FormattedYourlsAnswer {
  return { answer: { status: 'fail', code, message, errorCode: status, statusCode: status }, simple: '' };
}

/** A failure in the form of YOURLS; undefined for a failure that every action can have. */
function explainFailure(error: AppError, keyword: string): FormattedYourlsAnswer | undefined {
  const [problem] = error.fields;
  if (error.code === 'alias_taken' || problem?.field === 'custom')
    return fail('error:keyword', '400', `Short URL ${keyword} already exists in database or is reserved`);
  if (problem?.code === 'own_address') return fail('error:noloop', '400', 'URL is a short URL');
  return problem?.field === 'url' ? fail('error:nourl', '400', 'Missing or malformed URL') : undefined;
}

interface ShortenedLink {
  keyword: string;
  url: string;
  title: string;
  date: string;
  shorturl: string;
  isNew: boolean;
}

/**
 * Whether a link may be returned when its destination is shortened again: it is active and open to every visitor. It may have an end,
 * a limit or rules only if the request names its keyword.
 */
function isUsable({ domain, state, password, expiry, max_clicks, rules }: FoundLink, keyword: string): boolean {
  if (domain !== '' || state !== 'active' || password) return false;
  return keyword !== '' || (expiry === null && max_clicks === null && rules === 0);
}

/** A link of the caller that has this destination, and the keyword if there is one. */
async function findExisting(
  { admission, endpoints }: YourlsCall,
  url: string,
  keyword: string,
): Promise<ShortenedLink | undefined> {
  // A key that may only write links creates another one.
  if (!hasScopeFor(admission.caller, 'links:read')) return undefined;
  const query = { url, limit: MAX_COMPARED, ...(keyword && { short: keyword }) };
  const { data } = await endpoints.call(admission, 'GET /api/urls', { query });
  const found = data.urls.find((link) => isUsable(link, keyword));
  if (!found) return undefined;
  const { alias, longurl, date, shorturl } = found;
  return { keyword: alias, url: longurl, title: showTitle(found), date, shorturl, isNew: false };
}

async function create(call: YourlsCall, url: string, keyword: string): Promise<ShortenedLink> {
  const { admission, parameters, endpoints, now } = call;
  const title = cleanTitle(parameters.title ?? '');
  const body = { url, ...(keyword && { custom: keyword }), ...(title && { metatitle: title }) };
  const { shorturl } = await endpoints.call(admission, 'POST /api/url/add', { body });
  const alias = shorturl.slice(shorturl.lastIndexOf('/') + 1);
  const { href } = new URL(url);
  return { keyword: alias, url: href, title: title || href, date: formatDateTime(now()), shorturl, isNew: true };
}

function answerLink({ shorturl, isNew, ...link }: ShortenedLink, ip: string): FormattedYourlsAnswer {
  const what = isNew ? 'added to database' : 'already exists in database';
  const answer: YourlsAnswer = {
    ...{ status: 'success', code: '', message: `${link.url.slice(0, SHOWN_URL)} ${what}`, errorCode: '' },
    ...{ statusCode: '200', url: { ...link, ip }, title: link.title, shorturl },
  };
  return { answer, simple: shorturl };
}

/**
 * `shorturl`: creates a link. YOURLS refuses a URL that it knows, but with its short URL; here that is a success, because many clients
 * look at the status first.
 */
export const shortenForYourls: YourlsAction = async (call) => {
  const { admission, parameters } = call;
  const url = withScheme(parameters.url?.trim() ?? '');
  const { keyword: wanted = '' } = parameters;
  const keyword = cleanKeyword(wanted);
  try {
    assertScope(admission.caller, 'links:write');
    if (isGarbled(url)) throw invalidField('url', 'not_a_url');
    if (wanted.trim() !== '' && keyword === '') throw invalidField('custom', 'required');
    const link = (await findExisting(call, url, keyword)) ?? (await create(call, url, keyword));
    return answerLink(link, admission.request.address);
  } catch (error) {
    const explained = error instanceof AppError ? explainFailure(error, keyword || wanted) : undefined;
    if (!explained) throw error;
    return explained;
  }
};
