import { AppError } from '../../core/errors.ts';
import { findCountry } from '../../geo/countries.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { writePolrAnswer } from './polr-answers.ts';
import { assertJson, getLink, type PolrCall } from './polr-call.ts';
import { PolrError } from './polr-failures.ts';

// The most countries or referrers that our statistics list.
const MAX_LABELS = 250;

/** A date as PHP writes it into JSON. */
function toPhpDate(date: string) {
  return { date: `${date}.000000`, timezone_type: 3, timezone: 'UTC' };
}

/** `lookup`: the destination of a link and its clicks. */
export async function lookUp(call: PolrCall): Promise<Response> {
  const { longurl, date, clicks } = await getLink(call);
  const created = toPhpDate(date);
  const result = { long_url: longurl, created_at: created, clicks: String(clicks), updated_at: created };
  return writePolrAnswer(call.type, 'lookup', result, longurl);
}

function readBound(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const ms = Date.parse(/\d:\d/.test(text) && !/z$|[+-]\d\d:?\d\d$/i.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  if (Number.isNaN(ms) || ms < 0) throw new PolrError(400, 'ANALYTICS_ERROR', 'Invalid date range.');
  return /\d:\d/.test(text) ? formatDateTime(ms) : formatDateTime(ms).slice(0, 10);
}

function toRows(counts: Record<string, number> = {}) {
  return Object.entries(counts).map(([label, clicks]) => ({ label, clicks }));
}

/** `data/link`: clicks by day, country or referrer. */
export async function readLinkData(call: PolrCall): Promise<Response> {
  assertJson(call);
  const { admission, parameters, endpoints } = call;
  const { stats_type: kind = '', left_bound: left, right_bound: right } = parameters;
  const { id, alias } = await getLink(call);
  if (kind !== 'day' && kind !== 'country' && kind !== 'referer')
    throw new PolrError(400, 'INVALID_ANALYTICS_TYPE', 'Invalid analytics type requested.');
  const [from, to] = [readBound(left), readBound(right)];
  const query = { ...(from && { from }), ...(to && { to }), limit: MAX_LABELS, by: 'country,referrer' };
  try {
    const { data } = await endpoints.call(admission, 'GET /api/url/:id/stats', { params: { id }, query });
    const { series, top, direct = 0 } = data;
    const rows = {
      day: () =>
        series.filter(({ clicks }) => clicks > 0).map(({ date, clicks }) => ({ x: date.slice(0, 10), y: clicks })),
      country: () =>
        toRows(top.country).map(({ label, clicks }) => ({ label: findCountry(label)?.code ?? label, clicks })),
      referer: () => [...toRows(top.referrer), ...(direct > 0 ? [{ label: 'Direct', clicks: direct }] : [])],
    };
    return writePolrAnswer('json', `data_link_${kind}`, { url_ending: alias, data: rows[kind]() });
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid')
      throw new PolrError(400, 'ANALYTICS_ERROR', error.fields[0]?.message ?? error.message);
    throw error;
  }
}
