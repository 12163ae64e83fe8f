import { describe, expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { loopbackOutbound } from '../../test/support/loopback-outbound.ts';
import { startRawServer } from '../../test/support/raw-server.ts';
import { timedTest } from '../../test/support/timed-test.ts';
import { canBeFramed, forbidsFraming } from './framing.ts';
import { type GetOptions, type Outbound, OutboundError } from './outbound/outbound.ts';

const FRAMER = new URL('https://sgn.example');
const TARGET = new URL('https://target.example/page');

type Headers_ = Record<string, string>;

const free: [string, Headers_][] = [
  ['nothing', {}],
  ['other policies', { 'Content-Security-Policy': "default-src 'self'; frame-src 'none'" }],
  ['a policy that is only reported', { 'Content-Security-Policy-Report-Only': "frame-ancestors 'none'" }],
  ['an option that no browser knows', { 'X-Frame-Options': 'ALLOW-FROM https://other.example' }],
  ['ALLOWALL', { 'X-Frame-Options': 'ALLOWALL' }],
  ['an empty option', { 'X-Frame-Options': '' }],
  ['everyone', { 'Content-Security-Policy': 'frame-ancestors *' }],
  ['everyone by https', { 'Content-Security-Policy': 'frame-ancestors https:' }],
  ['http, which https may do as well', { 'Content-Security-Policy': 'frame-ancestors http:' }],
  ['us by name', { 'Content-Security-Policy': "frame-ancestors 'self' sgn.example" }],
  ['us by origin, in capitals', { 'Content-Security-Policy': 'FRAME-ANCESTORS HTTPS://SGN.EXAMPLE' }],
  ['us with our port', { 'Content-Security-Policy': 'frame-ancestors https://sgn.example:443' }],
  ['us with any port', { 'Content-Security-Policy': 'frame-ancestors sgn.example:*' }],
  ['us by the end of our name', { 'Content-Security-Policy': 'frame-ancestors *.example' }],
  ['us before the older header', { 'Content-Security-Policy': 'frame-ancestors *', 'X-Frame-Options': 'DENY' }],
  ['us twice', { 'Content-Security-Policy': 'frame-ancestors *, frame-ancestors https:' }],
];
const forbidden: [string, Headers_][] = [
  ['DENY', { 'X-Frame-Options': 'DENY' }],
  ['SAMEORIGIN', { 'X-Frame-Options': 'SameOrigin' }],
  ['either twice', { 'X-Frame-Options': 'SAMEORIGIN, SAMEORIGIN' }],
  ['one among others', { 'X-Frame-Options': 'ALLOWALL, foo' }],
  ["'none'", { 'Content-Security-Policy': "default-src *; frame-ancestors 'none'" }],
  ["'self'", { 'Content-Security-Policy': "frame-ancestors 'self'" }],
  ['nobody', { 'Content-Security-Policy': 'frame-ancestors' }],
  ['others', { 'Content-Security-Policy': 'frame-ancestors https://other.example *.sgn.example' }],
  ['a name that ends like ours', { 'Content-Security-Policy': 'frame-ancestors *.gn.example' }],
  ['us by another port', { 'Content-Security-Policy': 'frame-ancestors https://sgn.example:8443' }],
  ['us in one policy of two', { 'Content-Security-Policy': "frame-ancestors *, frame-ancestors 'self'" }],
  ['another scheme', { 'Content-Security-Policy': 'frame-ancestors ftp: ws://sgn.example' }],
  ['the first of two lists', { 'Content-Security-Policy': "frame-ancestors 'none'; frame-ancestors *" }],
];

describe('headers', () => {
  test.each(free)('%s lets itself be framed', (_, headers) => {
    expect(forbidsFraming(new Headers(headers), FRAMER, TARGET)).toBe(false);
  });

  test.each(forbidden)('%s does not', (_, headers) => {
    expect(forbidsFraming(new Headers(headers), FRAMER, TARGET)).toBe(true);
  });

  test('a name without a scheme means the scheme of what is framed, or a better one', () => {
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

  timedTest('a list made for backtracking is read at once', () => {
    const source = `${'a'.repeat(50_000)}://${':'.repeat(50_000)}/`;
    const headers = new Headers({ 'Content-Security-Policy': `frame-ancestors ${source}` });
    const startMs = performance.now();
    expect(forbidsFraming(headers, FRAMER, TARGET)).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});

describe('canBeFramed', () => {
  /** A world in which everything is answered so. */
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

  test('asks for the headers alone', async () => {
    const { outbound, asked } = worldOf({});
    expect(await canBeFramed(outbound, TARGET.href, FRAMER)).toBe(true);
    expect(asked).toEqual([[TARGET.href, { isBodyLeft: true }]]);
  });

  test.each<[string, Parameters<typeof worldOf>[0], boolean | undefined]>([
    ['a page that forbids it', { headers: { 'X-Frame-Options': 'DENY' } }, false],
    ['a page that is gone and forbids it', { status: 404, headers: { 'X-Frame-Options': 'DENY' } }, false],
    ['a page that is not there now', { status: 503 }, undefined],
    ['a page that is not there', { status: 404 }, undefined],
    ['a redirect within its origin', { url: 'https://target.example/other' }, true],
    ['a redirect to another host, which our own policy would stop', { url: 'https://www.target.example/' }, false],
    ['a redirect to http, which the browser would stop', { url: 'http://target.example/page' }, false],
    ['a redirect to another port', { url: 'https://target.example:8443/page' }, false],
  ])('%s', async (_, answer, verdict) => {
    expect(await canBeFramed(worldOf(answer).outbound, TARGET.href, FRAMER)).toBe(verdict as boolean);
  });

  test('http within https is not even asked for; within http it is, and may go on to https', async () => {
    const { outbound, asked } = worldOf({ url: 'https://target.example/page' });
    expect(await canBeFramed(outbound, 'http://target.example/page', FRAMER)).toBe(false);
    expect(asked).toEqual([]);
    expect(await canBeFramed(outbound, 'http://target.example/page', new URL('http://sgn.example'))).toBe(true);
  });

  test('a page that comes after more than five interim responses is not known', async () => {
    guards('outbound-bounds');
    const verdicts = [];
    for (const count of [5, 6]) {
      const final = 'HTTP/1.1 200 OK\r\nX-Frame-Options: DENY\r\n\r\n';
      const server = await startRawServer((socket) =>
        socket.end('HTTP/1.1 100 Continue\r\n\r\n'.repeat(count) + final),
      );
      const target = `http://target.example:${server.port}/`;
      verdicts.push(await canBeFramed(loopbackOutbound([server.port]), target, new URL('http://sgn.example')));
      server.close();
    }
    expect(verdicts).toEqual([false, undefined]);
  });

  test('what cannot be reached is not known', async () => {
    const outbound: Outbound = { get: () => Promise.reject(new OutboundError('away')) };
    expect(await canBeFramed(outbound, TARGET.href, FRAMER)).toBeUndefined();
  });
});
