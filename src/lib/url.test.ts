import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  hostNameOf,
  hostOf,
  hostOfNormalized,
  isDnsName,
  MAX_DESTINATION_BYTES,
  type Parameter,
  parseDestination,
  withQuery,
} from './url.ts';

describe('parseDestination', () => {
  const good: [string, string][] = [
    ['https://example.com', 'https://example.com/'],
    ['HTTP://EXAMPLE.com:80/A', 'http://example.com/A'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['  https://example.com/a b\t', 'https://example.com/a%20b'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com\\a', 'https://example.com/a'],
    ['https:example.com', 'https://example.com/'],
    ['https://bücher.example/ü?ü#ü', 'https://xn--bcher-kva.example/%C3%BC?%C3%BC#%C3%BC'],
    ['https://[2001:DB8::1]/', 'https://[2001:db8::1]/'],
    ['https://example.com/?a=1&&b', 'https://example.com/?a=1&&b'],
    ['https://@example.com/', 'https://example.com/'],
    ['https://example.com/@user:pass', 'https://example.com/@user:pass'],
  ];
  test.each(good)('%s is %s', (text, href) => {
    expect(parseDestination(text)).toEqual({ href });
  });

  const bad: [string, 'not_a_url' | 'not_http' | 'has_credentials'][] = [
    ['', 'not_a_url'],
    ['example.com', 'not_a_url'],
    ['//example.com', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['http://a b', 'not_a_url'],
    ['javascript:alert(1)', 'not_http'],
    ['ftp://example.com/', 'not_http'],
    ['https://a@example.com/', 'has_credentials'],
    ['https://:b@example.com/', 'has_credentials'],
  ];
  test.each(bad)('%j is refused: %s', (text, code) => {
    expect(parseDestination(text)).toEqual({ problem: { code } });
  });

  test('the limit applies to the bytes of the normalized URL', () => {
    const longest = `https://example.com/${'x'.repeat(MAX_DESTINATION_BYTES - 20)}`;
    expect(parseDestination(longest)).toEqual({ href: longest });
    const tooLong = { problem: { code: 'too_long_in_bytes' as const, params: { max: 8192 } } };
    expect(parseDestination(`${longest}x`)).toEqual(tooLong);
    expect(parseDestination(`https://example.com/${'ü'.repeat(2_000)}`)).toEqual(tooLong);
  });

  test('every accepted URL is ASCII, http or https, without credentials, and parses to itself', () => {
    const anything = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
    );
    const texts = fc.oneof(
      anything,
      anything.map((text) => `https://${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const destination = parseDestination(text);
        if ('problem' in destination) return;
        expect(destination.href).toMatch(/^https?:\/\/[!-~]+$/);
        expect(parseDestination(destination.href)).toEqual(destination);
        expect(hostOfNormalized(destination.href)).toBe(hostOf(destination.href));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('hosts', () => {
  test.each([
    ['https://Example.COM:8080/', 'example.com'],
    ['https://example.com./x', 'example.com'],
    ['http://127.1/', '127.0.0.1'],
    ['http://[::1]:3000/', '[::1]'],
  ])('the host of %s is %s', (href, host) => {
    expect(hostOf(href)).toBe(host);
    expect(hostOfNormalized(new URL(href).href)).toBe(host);
  });

  test.each([
    ['Example.COM', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['example.com.', 'example.com'],
    ['example.com.:80', 'example.com'],
    ['example.com:', 'example.com'],
    ['[::1]:3000', '[::1]'],
    ['[::1]', '[::1]'],
  ])('a Host header of %s has the host %s', (header, host) => {
    expect(hostNameOf(header)).toBe(host);
  });
});

describe('isDnsName', () => {
  test.each(['go.example', 'a.b.c', 'xn--bcher-kva.example', '1.example', `${'x.'.repeat(126)}x`])(
    '%s is a DNS name',
    (host) => {
      expect(isDnsName(host)).toBe(true);
    },
  );

  test.each([
    '',
    'localhost',
    'box',
    '.example',
    'go..example',
    'go.example.',
    'Go.example',
    'go_1.example',
    'go.example:80',
    'a@go.example',
    'a, go.example',
    '127.0.0.1',
    '1.2.3',
    '[::1]',
    `${'x.'.repeat(127)}x`,
  ])('%j is not a DNS name', (host) => {
    expect(isDnsName(host)).toBe(false);
  });
});

const BASE = 'https://example.com/p';
type Row = [rule: string, href: string, own: Record<string, string>, visitor: string, expected: string];

describe('withQuery', () => {
  const rows: Row[] = [
    ['nothing to add changes nothing', `${BASE}?a=%41&&b#h`, {}, '', `${BASE}?a=%41&&b#h`],
    ['own parameters are set', BASE, { a: '1', b: '2' }, '', `${BASE}?a=1&b=2`],
    ['the visitor’s parameters are added', BASE, {}, 'a=1&b=2', `${BASE}?a=1&b=2`],
    ['own parameters replace existing ones', `${BASE}?a=0&b=0`, { a: '1' }, '', `${BASE}?b=0&a=1`],
    ['own parameters replace all existing ones', `${BASE}?a=0&b=0&a=9`, { a: '1' }, '', `${BASE}?b=0&a=1`],
    ['own parameters replace a name in another encoding', `${BASE}?%61=0`, { a: '1' }, '', `${BASE}?a=1`],
    ['existing parameters win over the visitor’s', `${BASE}?a=0`, {}, 'a=1&b=2', `${BASE}?a=0&b=2`],
    ['an encoded name counts as the same name', `${BASE}?a+b=0`, {}, 'a%20b=1', `${BASE}?a+b=0`],
    ['own parameters win over the visitor’s', BASE, { a: '1' }, 'a=2', `${BASE}?a=1`],
    ['names are case-sensitive', `${BASE}?a=0`, {}, 'A=1', `${BASE}?a=0&A=1`],
    ['a visitor’s repeated name stays repeated', BASE, {}, 'a=1&a=2', `${BASE}?a=1&a=2`],
    [
      'existing parameters stay byte for byte',
      `${BASE}?x=%2f~'()&y=a+b%20c&z`,
      {},
      'a=1',
      `${BASE}?x=%2f~'()&y=a+b%20c&z&a=1`,
    ],
    ['also what only separates', `${BASE}?a=1&&b=2`, {}, 'c=3', `${BASE}?a=1&&b=2&c=3`],
    ['a name without a value stays without a value', `${BASE}?flag`, { a: '1' }, '', `${BASE}?flag&a=1`],
    ['an empty query is filled', `${BASE}?`, { a: '1' }, '', `${BASE}?a=1`],
    ['the fragment stays last', `${BASE}#h?x=1`, { a: '1' }, 'b=2', `${BASE}?a=1&b=2#h?x=1`],
    ['a question mark in the query is an ordinary character', `${BASE}?a=?`, {}, 'b=?', `${BASE}?a=?&b=%3F`],
    ['CR LF is encoded', BASE, { 'a\r\n': '\r\nb' }, 'c%0D%0A=%0a', `${BASE}?a%0D%0A=%0D%0Ab&c%0D%0A=%0A`],
    [
      'characters that would end a pair or the query are encoded',
      BASE,
      { 'a&b=#': 'c&d=#?' },
      '',
      `${BASE}?a%26b%3D%23=c%26d%3D%23%3F`,
    ],
    ['non-ASCII characters are encoded', BASE, { ü: '日' }, 'é=%E9', `${BASE}?%C3%BC=%E6%97%A5&%C3%A9=%EF%BF%BD`],
    ['a value may be empty', BASE, { a: '' }, 'b=', `${BASE}?a=&b=`],
    ['signs alone add nothing', BASE, {}, '&&', BASE],
  ];
  test.each(rows)('%s', (_, href, own, visitor, expected) => {
    const parameters = Object.entries(own).map(([name, value]): Parameter => ({ name, value }));
    expect(withQuery(href, parameters, visitor)).toBe(expected);
  });

  const text = fc.string({ unit: 'binary', maxLength: 12 });
  const parameters = fc.array(
    fc.record({ name: fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), value: text }),
    {
      maxLength: 5,
    },
  );
  const destinations = fc
    .tuple(fc.webUrl(), text, text)
    .map(([url, query, hash]) => parseDestination(`${url}?${query}#${hash}`))
    .filter((destination) => 'href' in destination);

  test('scheme, host, path and fragment never change, and the result is ASCII', () => {
    fc.assert(
      fc.property(destinations, parameters, text, ({ href }, own, visitor) => {
        const [before, after] = [new URL(href), new URL(withQuery(href, own, visitor))];
        for (const part of ['protocol', 'host', 'pathname', 'hash', 'username', 'password'] as const)
          expect(after[part]).toBe(before[part]);
        expect(withQuery(href, own, visitor)).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('each own parameter is read back, and the visitor cannot change an existing one', () => {
    fc.assert(
      fc.property(destinations, parameters, text, ({ href }, own, visitor) => {
        const after = new URL(withQuery(href, own, visitor)).searchParams;
        const ownNames = new Set(own.map(({ name }) => name.toWellFormed()));
        for (const name of ownNames) {
          const values = own.filter((one) => one.name.toWellFormed() === name).map(({ value }) => value.toWellFormed());
          expect(after.getAll(name)).toEqual(values);
        }
        const before = new URL(href).searchParams;
        for (const name of before.keys())
          if (!ownNames.has(name)) expect(after.getAll(name)).toEqual(before.getAll(name));
      }),
      { numRuns: 2_000 },
    );
  });
});
