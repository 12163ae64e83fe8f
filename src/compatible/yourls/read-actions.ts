import { mapInSteps } from '../../lib/json-steps.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import { findYourlsLink, readShort, showTitle, statsOf, type YourlsAction, type YourlsCall } from './action.ts';
import type { YourlsAnswer } from './write-answer.ts';

const OK = { statusCode: '200', message: 'success' };
const NOT_FOUND = 'Error: short URL not found';
const NO_TEXT_FORMAT = 'Need either XML or JSON format for stats';
const VERSION = '1.10.4';
const DATABASE_VERSION = '507';

/** The orders of a list; any other word is `top`. */
const ORDERS = {
  top: { order: 'click', direction: 'desc' },
  bottom: { order: 'click', direction: 'asc' },
  last: { order: 'date', direction: 'desc' },
} as const;

// A page takes a few milliseconds, in which the thread serves nothing else.
const PAGE = 100;

/** `expand`: the destination of a short URL. */
export const expandForYourls: YourlsAction = async (call) => {
  const link = await findYourlsLink(call);
  if (!link) {
    const keyword = readShort(call.parameters).replace(/\/$/, '').replace(/^.*\//s, '');
    const answer = { keyword, message: NOT_FOUND, errorCode: '404' };
    return { answer, simple: 'not found' };
  }
  const { alias: keyword, shorturl, longurl } = link;
  const title = showTitle(link);
  return { answer: { keyword, shorturl, longurl, title, message: 'success', statusCode: '200' }, simple: longurl };
};

/** `url-stats`: the clicks of one link. */
export const readUrlStats: YourlsAction = async (call) => {
  const link = await findYourlsLink(call);
  const answer = link ? { ...OK, link: statsOf(link) } : { statusCode: '404', message: NOT_FOUND };
  return { answer, simple: NO_TEXT_FORMAT };
};

async function readTotals({ admission, endpoints, countClicks }: YourlsCall): Promise<YourlsAnswer> {
  const { data } = await endpoints.call(admission, 'GET /api/urls', { query: { limit: 1 } });
  return { total_links: data.result, total_clicks: await countClicks(admission.caller.workspaceId) };
}

/** `db-stats`: the number of links and of their clicks. */
export const readDatabaseStats: YourlsAction = async (call) => ({
  answer: { 'db-stats': await readTotals(call), ...OK },
  simple: NO_TEXT_FORMAT,
});

function readCount(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
}

/** The links from `start` on in an order, read page by page. */
async function readLinks(
  { admission, endpoints }: YourlsCall,
  order: (typeof ORDERS)[keyof typeof ORDERS],
  start: number,
  limit: number,
) {
  const links: YourlsAnswer[] = [];
  const yieldThread = createThreadYield();
  for (let page = Math.floor(start / PAGE) + 1; links.length < limit; page += 1) {
    const { data } = await endpoints.call(admission, 'GET /api/urls', { query: { ...order, limit: PAGE, page } });
    const skipped = Math.max(0, start - (page - 1) * PAGE);
    links.push(...data.urls.slice(skipped, skipped + limit - links.length).map(statsOf));
    if (data.urls.length < PAGE) break;
    await yieldThread();
  }
  return links;
}

/** The same items in a random order (Fisher and Yates). */
function shuffle<T>(items: T[]): T[] {
  const mixed: T[] = [];
  for (const [count, item] of items.entries()) {
    const place = Math.floor(Math.random() * (count + 1));
    const moved = mixed[place];
    if (moved !== undefined && place < count) mixed[count] = moved;
    mixed[place] = item;
  }
  return mixed;
}

async function chooseLinks(call: YourlsCall, limit: number, total: number): Promise<YourlsAnswer[]> {
  const { filter = 'top', start } = call.parameters;
  if (filter !== 'rand' && filter !== 'random') {
    const order = ORDERS[filter as keyof typeof ORDERS] ?? ORDERS.top;
    return readLinks(call, order, readCount(start), limit);
  }
  const from = Math.floor(Math.random() * Math.max(1, total - limit + 1));
  return shuffle(await readLinks(call, ORDERS.last, from, limit));
}

/** `stats`: some links by clicks or by date, and the totals. */
export const readStats: YourlsAction = async (call) => {
  const limit = readCount(call.parameters.limit);
  const stats = await readTotals(call);
  const chosen = limit === 0 ? [] : await chooseLinks(call, limit, Number(stats.total_links));
  const links: YourlsAnswer = {};
  let place = 0;
  await mapInSteps(chosen, (link) => {
    place += 1;
    links[`link_${place}`] = link;
  });
  return { answer: { ...(chosen.length > 0 && { links }), stats, ...OK }, simple: NO_TEXT_FORMAT };
};

/** `version`: the version of YOURLS whose responses these are. */
export const readYourlsVersion: YourlsAction = async ({ parameters }) => ({
  answer: { version: VERSION, ...(parameters.db === '1' && { db_version: DATABASE_VERSION }) },
  simple: VERSION,
});
