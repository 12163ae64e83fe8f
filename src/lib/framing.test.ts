import { describe, expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { loopbackOutbound } from '../../test/support/loopback-outbound.ts';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { startRawServer } from '../../test/support/raw-server.ts';
import { canBeFramed, forbidsFraming } from './framing.ts';
import { type GetOptions, type Outbound, OutboundError } from './outbound/outbound.ts';

const FRAMER = new URL('https://sgn.example');
const DESTINATION = new URL('https://target.example/page');

type Headers_ = Record<string, string>;

const free: [string, Headers_][] = [
  ['a response without these headers', {}],
  ['a policy without frame-ancestors', { 'Content-Security-Policy': "default-src 'self'; frame-src 'none'" }],
  ['a report-only policy', { 'Content-Security-Policy-Report-Only': "frame-ancestors 'none'" }],
  ['an option that no browser supports', { 'X-Frame-Options': 'ALLOW-FROM https://other.example' }],
  ['ALLOWALL', { 'X-Frame-Options': 'ALLOWALL' }],
  ['an empty option', { 'X-Frame-Options': '' }],
  ['any origin', { 'Content-Security-Policy': 'frame-ancestors *' }],
  ['any https origin', { 'Content-Security-Policy': 'frame-ancestors https:' }],
  ['the scheme http, which includes https', { 'Content-Security-Policy': 'frame-ancestors http:' }],
  ['our host', { 'Content-Security-Policy': "frame-ancestors 'self' sgn.example" }],
  ['our origin, in capitals', { 'Content-Security-Policy': 'FRAME-ANCESTORS HTTPS://SGN.EXAMPLE' }],
  ['our origin with its port', { 'Content-Security-Policy': 'frame-ancestors https://sgn.example:443' }],
  ['our host with any port', { 'Content-Security-Policy': 'frame-ancestors sgn.example:*' }],
  ['a wildcard that matches our host', { 'Content-Security-Policy': 'frame-ancestors *.example' }],
  [
    'a policy that overrides X-Frame-Options',
    { 'Content-Security-Policy': 'frame-ancestors *', 'X-Frame-Options': 'DENY' },
  ],
  ['our origin in both of two policies', { 'Content-Security-Policy': 'frame-ancestors *, frame-ancestors https:' }],
];
const forbidden: [string, Headers_][] = [
  ['DENY', { 'X-Frame-Options': 'DENY' }],
  ['SAMEORIGIN', { 'X-Frame-Options': 'SameOrigin' }],
  ['the same value twice', { 'X-Frame-Options': 'SAMEORIGIN, SAMEORIGIN' }],
  ['a known value among unknown ones', { 'X-Frame-Options': 'ALLOWALL, foo' }],
  ["'none'", { 'Content-Security-Policy': "default-src *; frame-ancestors 'none'" }],
  ["'self'", { 'Content-Security-Policy': "frame-ancestors 'self'" }],
  ['an empty source list', { 'Content-Security-Policy': 'frame-ancestors' }],
  ['other hosts', { 'Content-Security-Policy': 'frame-ancestors https://other.example *.sgn.example' }],
  ['a wildcard for a host that only ends like ours', { 'Content-Security-Policy': 'frame-ancestors *.gn.example' }],
  ['our host with another port', { 'Content-Security-Policy': 'frame-ancestors https://sgn.example:8443' }],
  [
    'our origin in only one of two policies',
    { 'Content-Security-Policy': "frame-ancestors *, frame-ancestors 'self'" },
  ],
  ['another scheme', { 'Content-Security-Policy': 'frame-ancestors ftp: ws://sgn.example' }],
  [
    'the first of two frame-ancestors directives',
    { 'Content-Security-Policy': "frame-ancestors 'none'; frame-ancestors *" },
  ],
];

describe('headers', () => {
  test.each(free)('%s allows framing', (_, headers) => {
    expect(forbidsFraming(new Headers(headers), FRAMER, DESTINATION)).toBe(false);
  });

  test.each(forbidden)('%s forbids framing', (_, headers) => {
    expect(forbidsFraming(new Headers(headers), FRAMER, DESTINATION)).toBe(true);
  });

  test('a host without a scheme has the scheme of the framed page, or https', () => {
    const headers = new Headers({ 'Content-Security-Policy': 'frame-ancestors sgn.example' });
    const verdicts = ['http', 'https'].map((ours) =>
      ['http', 'https'].map((theirs) =>
        forbidsFraming(headers, new URL(`${ours}://sgn.example`), new URL(`${theirs}://target.example`)),
      ),
    );
    expect(verdicts).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  test('a header made for regex backtracking is parsed at once', () => {
    const source = `${'a'.repeat(50_000)}://${':'.repeat(50_000)}/`;
    const headers = new Headers({ 'Content-Security-Policy': `frame-ancestors ${source}` });
    const cpuMs = fastestCpuMs(1, () => expect(forbidsFraming(headers, FRAMER, DESTINATION)).toBe(true));
    expect(cpuMs).toBeLessThan(1_000);
  });
});

describe('canBeFramed', () => {
  /** An outbound client that always returns this response. */
  function worldOf(answer: { url?: string; status?: number; headers?: Headers_ }) {
    const asked: [string, GetOptions | undefined][] = [];
    const outbound: Outbound = {
      async get(href, options) {
        asked.push([href, options]);
        const { url = href, status = 200, headers = {} } = answer;
        return { url, status, headers: new Headers(headers), bytes: new Uint8Array() };
      },
    };
    return { outbound, asked };
  }

  test('reads only the headers', async () => {
    const { outbound, asked } = worldOf({});
    expect(await canBeFramed(outbound, DESTINATION.href, FRAMER)).toBe(true);
    expect(asked).toEqual([[DESTINATION.href, { isBodyLeft: true }]]);
  });

  test.each<[string, Parameters<typeof worldOf>[0], boolean | undefined]>([
    ['a page that forbids it', { headers: { 'X-Frame-Options': 'DENY' } }, false],
    ['a 404 page that forbids framing', { status: 404, headers: { 'X-Frame-Options': 'DENY' } }, false],
    ['a page that is temporarily unavailable', { status: 503 }, undefined],
    ['a page that does not exist', { status: 404 }, undefined],
    ['a redirect within its origin', { url: 'https://target.example/other' }, true],
    ['a redirect to another host, which our own policy blocks', { url: 'https://www.target.example/' }, false],
    ['a redirect to http, which the browser blocks', { url: 'http://target.example/page' }, false],
    ['a redirect to another port', { url: 'https://target.example:8443/page' }, false],
  ])('%s', async (_, answer, verdict) => {
    expect(await canBeFramed(worldOf(answer).outbound, DESTINATION.href, FRAMER)).toBe(verdict as boolean);
  });

  test('an http page on an https host is not requested; on an http host it is, and may redirect to https', async () => {
    const { outbound, asked } = worldOf({ url: 'https://target.example/page' });
    expect(await canBeFramed(outbound, 'http://target.example/page', FRAMER)).toBe(false);
    expect(asked).toEqual([]);
    expect(await canBeFramed(outbound, 'http://target.example/page', new URL('http://sgn.example'))).toBe(true);
  });

  test('a page after more than five interim responses has no known result', async () => {
    guards('outbound-bounds');
    const verdicts = [];
    for (const count of [5, 6]) {
      const final = 'HTTP/1.1 200 OK\r\nX-Frame-Options: DENY\r\n\r\n';
      const server = await startRawServer((socket) =>
        socket.end('HTTP/1.1 100 Continue\r\n\r\n'.repeat(count) + final),
      );
      const destination = `http://target.example:${server.port}/`;
      verdicts.push(await canBeFramed(loopbackOutbound([server.port]), destination, new URL('http://sgn.example')));
      server.close();
    }
    expect(verdicts).toEqual([false, undefined]);
  });

  test('an unreachable page has no known result', async () => {
    const outbound: Outbound = { get: () => Promise.reject(new OutboundError('away')) };
    expect(await canBeFramed(outbound, DESTINATION.href, FRAMER)).toBeUndefined();
  });
});
