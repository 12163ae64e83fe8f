import { rawRequest } from './client.ts';
import { type Bench, compare, measure, measureNewConnections } from './measure.ts';
import { type Measured, startBaseline, startSignpost, startSignpostTls } from './servers.ts';

/** The headers of a browser. */
export const BROWSER = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Language': 'en-GB,en;q=0.9,de;q=0.7',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  Referer: 'https://news.example/today',
  'Sec-Fetch-Mode': 'navigate',
  'Upgrade-Insecure-Requests': '1',
};

// One rule of each kind before the one that matches, so that every kind is evaluated.
const TARGETED = {
  url: 'https://example.com/all',
  custom: 'targeted',
  geotarget: [
    { location: 'Canada', link: 'https://example.ca/' },
    { location: 'Japan', link: 'https://example.jp/' },
  ],
  devicetarget: [
    { device: 'iphone', link: 'https://example.com/iphone' },
    { device: 'android', link: 'https://example.com/android' },
  ],
  languagetarget: [{ language: 'de', link: 'https://example.de/' }],
};

// Twenty rules of all types, of which only the last one matches, so that all are evaluated and a variant is chosen.
const CONDITIONS: object[] = [
  { type: 'country', in: ['JP', 'KR', 'TW'] },
  { type: 'region', in: ['JP-13', 'Hokkaido'] },
  { type: 'city', in: ['Atlantis', 'Montreal'], country: 'JP' },
  { type: 'city', in: ['Atlantis'] },
  { type: 'continent', in: ['AN'] },
  { type: 'language', in: ['ja', 'pt-BR'] },
  { type: 'device', in: ['iphone', 'android', 'ipad'] },
  { type: 'os', in: ['iOS', 'Android'] },
  { type: 'browser', in: ['Safari', 'Firefox'] },
  { type: 'referrer', in: ['search.example', 'social.example', 'direct'] },
  { type: 'query', name: 'campaign', in: ['spring'] },
  { type: 'address', in: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'] },
  { type: 'time', before: '2020-01-01 00:00:00', zone: 'Europe/Berlin' },
  { type: 'time', after: '2020-01-01 00:00:00', from: '09:00', to: '17:00', zone: 'Europe/Berlin', not: true },
  { type: 'visitor', is: 'bot' },
  { type: 'visitor', is: 'person', not: true },
];
const NEVER = { type: 'query', name: 'never' };
const RULED = {
  url: 'https://example.com/all',
  custom: 'ruled',
  rules: [
    ...Array.from({ length: 19 }, (_, index) => ({
      when: [CONDITIONS[index % CONDITIONS.length], NEVER],
      url: `https://example.com/rule-${index}`,
    })),
    {
      name: 'Test',
      when: [{ type: 'visitor', is: 'person' }],
      split: [
        { name: 'A', url: 'https://example.com/a', weight: 70 },
        { name: 'B', url: 'https://example.com/b', weight: 30 },
      ],
    },
  ],
};

/** Creates a link of the only account on the server. */
export async function addLink({ port, key }: Measured & { key: string }, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/url/add`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const MIX = 20_000;

/** Different visitors, as on a busy day: each has its own address, with several hundred user agents and languages. */
export function mixOfVisitors(path: string): string[] {
  return Array.from({ length: MIX }, (_, index) =>
    rawRequest(path, {
      ...BROWSER,
      'User-Agent': BROWSER['User-Agent'].replace('140.0.0.0', `${100 + (index % 40)}.0.${index % 300}.0`),
      'Accept-Language': `en-GB,en;q=0.9,fr;q=0.${1 + (index % 8)},de;q=0.7`,
      'X-Forwarded-For': `${11 + (index % 80)}.${(index * 7) % 250}.${(index * 13) % 250}.${1 + (index % 250)}`,
    }),
  );
}

const COUNT = 20_000;
const ROUNDS = 15;

/** The same over TLS, beside a minimal server with TLS. */
async function benchTls(): Promise<Bench> {
  const [server, bun] = await Promise.all([startSignpostTls(), startBaseline('bare-bun-tls.ts')]);
  await addLink(server, { url: 'https://example.com/', custom: 'plain' });
  const request = rawRequest('/plain', { ...BROWSER, Host: 'good.example' });
  const load = { count: COUNT, expected: '302' };
  try {
    const cpu = await compare(ROUNDS, {
      'bare Bun with TLS': () => measure({ ...bun, tlsName: 'good.example' }, request, load),
      'plain link with TLS': () => measure(server.tls, request, load),
    });
    const ratio = cpu['plain link with TLS'] / cpu['bare Bun with TLS'];
    return {
      title: 'CPU per redirect over TLS, keep-alive',
      unit: 'µs',
      values: cpu,
      claims: [{ text: 'plain link / bare Bun, both with TLS', value: ratio, atMost: 1.5 }],
    };
  } finally {
    await Promise.all([server.stop(), bun.stop()]);
  }
}

/** Compares the cost of a redirect with that of minimal servers, and measures what targeting rules add. */
export async function benchRedirect(): Promise<Bench[]> {
  // The usual deployment: behind a TLS proxy on the same machine that forwards the visitor's address.
  const server = await startSignpost({ TRUST_PROXY: 'loopback' });
  const open = await startSignpost({ HOST: '0.0.0.0' });
  const [bun, node] = await Promise.all([startBaseline('bare-bun.ts'), startBaseline('bare-node.mjs', 'node')]);
  await addLink(server, { url: 'https://example.com/', custom: 'plain' });
  await addLink(open, { url: 'https://example.com/', custom: 'plain' });
  await addLink(server, TARGETED);
  await addLink(server, RULED);
  const plain = rawRequest('/plain', BROWSER);
  const plainMix = mixOfVisitors('/plain');
  const targetedMix = mixOfVisitors('/targeted');
  const ruledMix = mixOfVisitors('/ruled');
  const load = { count: COUNT, expected: '302' };
  try {
    const cpu = await compare(ROUNDS, {
      'bare Bun': () => measure(bun, plain, load),
      'bare node:http': () => measure(node, plain, load),
      'plain link': () => measure(server, plain, load),
      'plain link, no proxy, HOST 0.0.0.0': () => measure(open, plain, load),
      'plain link, a mix of visitors': () => measure(server, plainMix, load),
      'three kinds of targets, the same mix': () => measure(server, targetedMix, load),
      '20 rules of all types, the same mix': () => measure(server, ruledMix, load),
    });
    const rate = await compare(5, {
      'bare Bun': () => measureNewConnections(bun, plain, { count: 4_000, expected: '302' }),
      'plain link': () => measureNewConnections(server, plain, { count: 4_000, expected: '302' }),
    });
    return [
      {
        title: 'CPU per redirect, keep-alive',
        unit: 'µs',
        values: cpu,
        claims: [
          { text: 'plain link / bare Bun', value: cpu['plain link'] / cpu['bare Bun'], atMost: 1.4 },
          { text: 'plain link / bare node:http', value: cpu['plain link'] / cpu['bare node:http'], atMost: 0.65 },
          {
            text: 'targets / plain link, the same mix',
            value: cpu['three kinds of targets, the same mix'] / cpu['plain link, a mix of visitors'],
            atMost: 1.5,
          },
          {
            text: '20 rules / plain link, the same mix',
            value: cpu['20 rules of all types, the same mix'] / cpu['plain link, a mix of visitors'],
            atMost: 2,
          },
        ],
      },
      {
        title: 'redirects a second, one new connection each',
        unit: '1/s',
        values: rate,
        claims: [{ text: 'plain link / bare Bun', value: rate['plain link'] / rate['bare Bun'], atLeast: 0.8 }],
      },
      await benchTls(),
    ];
  } finally {
    await Promise.all([server.stop(), open.stop(), bun.stop(), node.stop()]);
  }
}
