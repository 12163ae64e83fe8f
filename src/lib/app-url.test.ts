import { describe, expect, test } from 'bun:test';
import { forbiddenSchemes, intentUrlOf, parseAppUrl, webAddressesIn } from './app-url.ts';

describe('the URL of an app', () => {
  test.each([
    ['myapp://open/42?x=1#y', 'myapp://open/42?x=1#y'],
    ['  MyApp:item 7 ', 'myapp:item 7'],
    ['https://Apps.Example/x', 'https://apps.example/x'],
    ['tel:+4930123', 'tel:+4930123'],
    ['intent://scan/#Intent;scheme=zxing;package=com.x;end', 'intent://scan/#Intent;scheme=zxing;package=com.x;end'],
    ['javascripts://fine', 'javascripts://fine'],
  ])('%j is allowed', (text, href) => {
    expect(parseAppUrl(text)).toEqual({ href });
  });

  const spellings = forbiddenSchemes.flatMap((scheme) => [
    `${scheme}:alert(1)`,
    `${scheme.toUpperCase()}://x`,
    ` \u0000\u001f\n${scheme}:x`,
    `${scheme.slice(0, 2)}\n\t\r${scheme.slice(2)}:x`,
    `intent://x#Intent;scheme=${scheme};end`,
    `intent:x#Intent;SCHEME=%20${scheme.toUpperCase()};end`,
    `intent:${scheme}:alert(1)#Intent;end`,
    `intent://x#Intent;S.browser%5Ffallback_url=${scheme}%3Ax;end`,
    `android-app://com.x/${scheme}/x`,
  ]);
  test.each(spellings)('%j is refused for its scheme', (text) => {
    expect(parseAppUrl(text)).toMatchObject({ problem: { code: 'forbidden_scheme' } });
  });

  test.each([
    ['', 'not_an_app_url'],
    ['myapp', 'not_an_app_url'],
    ['//example.com/', 'not_an_app_url'],
    ['java script:x', 'not_an_app_url'],
    ['https://a:b@example.com/', 'has_credentials'],
    [`myapp:${'x'.repeat(9_000)}`, 'too_long_in_bytes'],
    ['intent://x#Intent;S.browser_fallback_url=javascript%3Aalert(1);end', 'forbidden_scheme'],
  ])('%j is refused', (text, code) => {
    expect(parseAppUrl(text)).toMatchObject({ problem: { code } });
  });
});

test.each([
  ['https://example.com/x', ['https://example.com/x']],
  ['myapp://example.com/x', []],
  ['intent://example.com/x?y#Intent;scheme=http;end', ['http://example.com/x?y']],
  ['intent:https://example.com/#Intent;end', ['https://example.com/']],
  [
    'intent://x#Intent;scheme=zxing;S.browser%5Ffallback_url=https%3A%2F%2Fexample.com%2F;end',
    ['https://example.com/'],
  ],
])('the web addresses in %j are found', (href, addresses) => {
  expect(webAddressesIn(href)).toEqual(addresses);
});

test('an intent ends with our own part, whatever the URLs contain', () => {
  const packageName = 'com.example.app';
  const fallback = 'https://example.com/;end#Intent;package=evil;end';
  const url = intentUrlOf('myapp://x#Intent;scheme=javascript;end', { packageName, fallback });
  const own = url.slice(url.lastIndexOf('#'));
  expect(url).toStartWith('intent://x#Intent;scheme=javascript;end#');
  expect(own.slice(1).split(';')).toEqual([
    'Intent',
    'scheme=myapp',
    'package=com.example.app',
    'action=android.intent.action.VIEW',
    'category=android.intent.category.BROWSABLE',
    `S.browser_fallback_url=${encodeURIComponent(fallback)}`,
    'end',
  ]);
});
