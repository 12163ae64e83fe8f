import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { openTestSite } from '../../test/support/test-site.ts';
import { parseTraceparent } from './trace-exporter.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
}

/** A collector that keeps what it gets. */
const received: { path: string; authorization: string | null; text: string }[] = [];
let collector: Bun.Server<undefined>;

beforeAll(() => {
  collector = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const authorization = request.headers.get('Authorization');
      received.push({ path: new URL(request.url).pathname, authorization, text: await request.text() });
      return Response.json({});
    },
  });
});
afterAll(() => collector.stop(true));

function takeSpans(): Span[] {
  return received.splice(0).flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

onEachEngine('traces', (engine) => {
  const settings = () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}/otlp/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20hidden',
  });

  test('of API requests have method, route pattern, status and request id, and nothing private', async () => {
    guards('log-lines');
    const site = await openTestSite(engine, settings());
    const { key } = await site.addUser('traced@example.com');
    const body = { url: 'https://example.com/private', custom: 'traced', password: 'a private password' };
    const { headers } = await site.send('POST', '/api/url/add', { key, body, peer: '198.51.100.77' });
    await site.send('GET', '/api/url/1?q=private', { key });
    await site.send('GET', '/api/shared/ss_private/stats');
    await site.send('GET', '/traced');
    await site.close();
    const [first] = received;
    expect(first).toMatchObject({ path: '/otlp/v1/traces', authorization: 'Basic hidden' });
    for (const secret of [key, 'private', '198.51.100.77', 'traced@example.com', 'example.com'])
      expect(first?.text).not.toContain(secret);
    expect(JSON.parse(String(first?.text)).resourceSpans[0].resource.attributes[0]).toEqual({
      key: 'service.name',
      value: { stringValue: 'signpost' },
    });
    const spans = takeSpans();
    // The redirect is not traced.
    expect(spans.map(({ name }) => name)).toEqual([
      'POST /api/url/add',
      'GET /api/url/:id',
      'GET /api/shared/:token/stats',
    ]);
    expect(spans[0]).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      kind: 2,
      attributes: [
        { key: 'http.request.method', value: { stringValue: 'POST' } },
        { key: 'http.route', value: { stringValue: '/api/url/add' } },
        { key: 'http.response.status_code', value: { intValue: '200' } },
        { key: 'signpost.request_id', value: { stringValue: headers.get('X-Request-Id') } },
      ],
    });
    expect(BigInt(spans[0]?.endTimeUnixNano ?? 0) > BigInt(spans[0]?.startTimeUnixNano ?? 0)).toBe(true);
  });

  test('continue the trace of the client, which decides whether it is sampled', async () => {
    const site = await openTestSite(engine, { ...settings(), OTEL_TRACES_SAMPLER_ARG: '0' });
    for (const [path, traceparent] of [
      ['/api/account', `00-${TRACE}-${PARENT}-01`],
      ['/api/keys', `00-${TRACE}-${PARENT}-00`],
      ['/api/pixels', 'nonsense'],
    ] as const)
      await site.send('GET', path, { headers: { traceparent } });
    await site.close();
    const spans = takeSpans();
    expect(spans.map(({ name }) => name)).toEqual(['GET /api/account']);
    expect(spans[0]).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  });
});

test('a collector that fails is reported once, and requests do not notice it', async () => {
  const site = await openTestSite('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const { key } = await site.addUser();
  expect((await site.send('GET', '/api/account', { key })).status).toBe(200);
  await site.close();
  const warnings = site.logLines.filter((line) => line.includes('traces could not be sent'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).not.toContain(key);
});

test('an invalid traceparent is ignored', () => {
  expect(parseTraceparent(`00-${TRACE}-${PARENT}-01`)).toEqual({ traceId: TRACE, spanId: PARENT, isSampled: true });
  for (const header of [
    null,
    '',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-1`,
  ])
    expect(parseTraceparent(header)).toBeUndefined();
});
