import type { Clock } from '../../lib/date-time.ts';
import type { Link } from '../../resources/links/link.ts';
import type { AdmittedCaller } from '../product.ts';
import type { Bitlinks } from './bitlinks.ts';
import type { BitlyCall, BitlyCalls } from './bitly-call.ts';
import { formatBitlyTime, readSize, readText } from './bitly-input.ts';
import { type BitlyMetrics, isFacet } from './bitly-metrics.ts';
import { invalidArgument } from './bitly-refusal.ts';
import { readUnits } from './bitly-units.ts';

interface Parts {
  bitlinks: Bitlinks;
  metrics: BitlyMetrics;
  now: Clock;
}

interface ClickPoint {
  date: string;
  clicks: number;
}

function csvOf(points: ClickPoint[]): Response {
  const lines = points.map(({ date, clicks }) => `${date}, ${clicks}\n`);
  return new Response(`Date, Clicks\n${lines.join('')}`, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
}

/** The calls below `/v4/shorten`, `/v4/expand`, `/v4/bitlinks` and `/v4/custom_bitlinks`. */
export function createBitlinkCalls({ bitlinks, metrics, now }: Parts): Record<string, BitlyCalls> {
  async function showMetrics(call: BitlyCall, link: Link, name: string): Promise<Response | undefined> {
    const { admission, exchange } = call;
    const range = readUnits(exchange.query, now());
    const { unit, units, reference } = range;
    const shown = { unit, units, unit_reference: formatBitlyTime(reference) };
    // An imported click may be older than the link's own date.
    const counted = { linkId: link.id, first: link.createdAt };
    if (name === 'clicks') {
      const link_clicks = await metrics.readClicks(admission, counted, range);
      if (exchange.raw.headers.get('Accept')?.startsWith('text/csv')) return csvOf(link_clicks);
      return Response.json({ ...shown, link_clicks });
    }
    if (name === 'clicks/summary') {
      const points = await metrics.readClicks(admission, counted, range);
      const sum = points.reduce((total, { clicks }) => total + clicks, 0);
      // All clicks of a link include those without a date, which another service counted.
      const total_clicks = units === -1 ? (await readAgain(admission, link)).clicks : sum;
      return Response.json({ ...shown, total_clicks });
    }
    if (name === 'referrers_by_domains') {
      const referrers = await metrics.readFacet(admission, counted, range, 'referrers');
      const referrers_by_domain = referrers.map((metric) => ({ network: metric.value, referrers: [metric] }));
      return Response.json({ ...shown, facet: name, referrers_by_domain });
    }
    if (!isFacet(name)) return undefined;
    const all = await metrics.readFacet(admission, counted, range, name);
    const listed = { facet: name, metrics: all.slice(0, readSize(exchange.query)) };
    return Response.json({ ...shown, ...listed, ...(name === 'cities' && { other_metrics: [] }) });
  }

  async function readAgain(admission: AdmittedCaller, link: Link): Promise<Link> {
    return bitlinks.find(admission, (await bitlinks.show(admission, link)).id);
  }

  async function shorten({ exchange, admission, input, rest }: BitlyCall): Promise<Response | undefined> {
    if (exchange.method !== 'POST' || rest.length > 0) return undefined;
    const { isNew, link } = await bitlinks.shorten(admission, input);
    return Response.json(link, { status: isNew ? 201 : 200 });
  }

  async function expand({ exchange, admission, input, rest }: BitlyCall): Promise<Response | undefined> {
    if (exchange.method !== 'POST' || rest.length > 0) return undefined;
    const id = readText(input, 'bitlink_id');
    if (id === undefined) throw invalidArgument('bitlink_id', 'bitlink_id is required');
    const shown = await bitlinks.show(admission, await bitlinks.find(admission, id));
    return Response.json({ created_at: shown.created_at, link: shown.link, id: shown.id, long_url: shown.long_url });
  }

  async function handleBitlinks(call: BitlyCall): Promise<Response | undefined> {
    const { exchange, admission, input, rest } = call;
    const { method } = exchange;
    if (rest.length === 0) {
      if (method !== 'POST') return undefined;
      const { isNew, link } = await bitlinks.create(admission, input);
      return Response.json(link, { status: isNew ? 201 : 200 });
    }
    const [host = '', alias = '', ...metric] = rest;
    const link = await bitlinks.find(admission, `${host}/${alias}`);
    if (metric.length > 0) return method === 'GET' ? showMetrics(call, link, metric.join('/')) : undefined;
    if (method === 'GET') return Response.json(await bitlinks.show(admission, link));
    if (method === 'PATCH') return Response.json(await bitlinks.update(admission, link, input));
    if (method !== 'DELETE') return undefined;
    return Response.json({ links_deleted: [{ id: await bitlinks.remove(admission, link) }] });
  }

  async function handleCustom(call: BitlyCall): Promise<Response | undefined> {
    const { exchange, admission, input, rest } = call;
    const { method } = exchange;
    const target = readText(input, 'bitlink_id');
    if (rest.length === 0) {
      if (method !== 'POST') return undefined;
      const wanted = readText(input, 'custom_bitlink');
      if (wanted === undefined) throw invalidArgument('custom_bitlink', 'custom_bitlink is required');
      if (target === undefined) throw invalidArgument('bitlink_id', 'bitlink_id is required');
      const bitlink = await bitlinks.addBackHalf(admission, target, wanted);
      return Response.json({ custom_bitlink: bitlink.link, bitlink }, { status: 201 });
    }
    const [host = '', alias = '', ...metric] = rest;
    const link = await bitlinks.find(admission, `${host}/${alias}`);
    if (metric.length > 0) return method === 'GET' ? showMetrics(call, link, metric.join('/')) : undefined;
    if (method === 'PATCH') {
      if (target === undefined) throw invalidArgument('bitlink_id', 'bitlink_id is required');
      const { url } = await bitlinks.findPlain(admission, target);
      await bitlinks.update(admission, link, { long_url: url });
    } else if (method !== 'GET') return undefined;
    const shown = await bitlinks.show(admission, await readAgain(admission, link));
    return Response.json({ custom_bitlink: shown.link, bitlink: { ...shown, custom_bitlinks: [shown.link] } });
  }

  return { shorten, expand, bitlinks: handleBitlinks, custom_bitlinks: handleCustom };
}
