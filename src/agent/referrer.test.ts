import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { referrerHostOf, socialNetworkOf } from './referrer.ts';

const LONG = `${'a'.repeat(60)}.`.repeat(4);

// Each `Referer` with the host in statistics and its network.
const referrers: [referer: string, host: string, network: string][] = [
  ['https://www.google.com/', 'google.com', 'google'],
  ['https://www.google.com', 'google.com', 'google'],
  ['https://www.google.de/search?q=signpost', 'google.de', 'google'],
  ['https://www.google.co.uk/', 'google.co.uk', 'google'],
  ['https://www.google.com.br/', 'google.com.br', 'google'],
  ['https://www.google.cat/', 'google.cat', 'google'],
  ['https://docs.google.com/document/d/1', 'docs.google.com', 'google'],
  ['https://news.google.co.in/', 'news.google.co.in', 'google'],
  ['https://goo.gl/abc', 'goo.gl', 'google'],
  ['https://notgoogle.com/', 'notgoogle.com', ''],
  ['https://google.evil.com/', 'google.evil.com', ''],
  ['https://google.com.evil.com/', 'google.com.evil.com', ''],
  ['https://google.com.evil/', 'google.com.evil', ''],
  ['https://www-google.com/', 'www-google.com', ''],
  ['https://mygoogle.de/', 'mygoogle.de', ''],
  ['android-app://com.google.android.gm/', 'com.google.android.gm', 'google'],
  [
    'android-app://com.google.android.googlequicksearchbox/https/www.google.com',
    'com.google.android.googlequicksearchbox',
    'google',
  ],
  ['android-app://com.google.android.youtube/', 'com.google.android.youtube', 'youtube'],
  ['android-app://com.Slack', 'com.slack', ''],
  ['android-app://com.facebook.katana/', 'com.facebook.katana', 'facebook'],
  ['android-app://org.telegram.messenger/', 'org.telegram.messenger', 'telegram'],
  ['android-app://nopackage/', '', ''],
  ['android-app://com.evil"><script>/', '', ''],
  ['android-app://', '', ''],
  ['https://www.facebook.com/', 'facebook.com', 'facebook'],
  ['https://m.facebook.com/', 'm.facebook.com', 'facebook'],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com', 'l.facebook.com', 'facebook'],
  ['https://lm.facebook.com/', 'lm.facebook.com', 'facebook'],
  ['http://fb.me/abc', 'fb.me', 'facebook'],
  ['https://fb.com', 'fb.com', 'facebook'],
  ['https://www.messenger.com/t/1', 'messenger.com', 'facebook'],
  ['https://myfacebook.com/', 'myfacebook.com', ''],
  ['https://facebook.com.example.org/', 'facebook.com.example.org', ''],
  ['https://l.instagram.com/?u=x', 'l.instagram.com', 'instagram'],
  ['https://t.co/AbCdEf', 't.co', 'twitter'],
  ['https://sub.t.co/', 'sub.t.co', 'twitter'],
  ['https://cat.co/', 'cat.co', ''],
  ['https://mobile.twitter.com/home', 'mobile.twitter.com', 'twitter'],
  ['https://x.com/someone/status/1', 'x.com', 'twitter'],
  ['https://netflix.com/', 'netflix.com', ''],
  ['https://www.linkedin.com/feed/', 'linkedin.com', 'linkedin'],
  ['https://lnkd.in/abc', 'lnkd.in', 'linkedin'],
  ['https://old.reddit.com/r/selfhosted', 'old.reddit.com', 'reddit'],
  ['https://redd.it/abc', 'redd.it', 'reddit'],
  ['https://www.youtube.com/redirect?q=x', 'youtube.com', 'youtube'],
  ['https://youtu.be/abc', 'youtu.be', 'youtube'],
  ['https://www.pinterest.com/pin/1', 'pinterest.com', 'pinterest'],
  ['https://www.pinterest.co.uk/', 'pinterest.co.uk', 'pinterest'],
  ['https://pin.it/abc', 'pin.it', 'pinterest'],
  ['https://www.tiktok.com/', 'tiktok.com', 'tiktok'],
  ['https://web.whatsapp.com/', 'web.whatsapp.com', 'whatsapp'],
  ['https://t.me/signpost', 't.me', 'telegram'],
  ['https://web.telegram.org/k/', 'web.telegram.org', 'telegram'],
  ['https://bsky.app/', 'bsky.app', 'bluesky'],
  ['https://go.bsky.app/', 'go.bsky.app', 'bluesky'],
  ['https://mastodon.social/@someone', 'mastodon.social', 'mastodon'],
  ['https://news.ycombinator.com/', 'news.ycombinator.com', ''],
  // Different notations of a host.
  ['HTTPS://WWW.Example.COM/Path', 'example.com', ''],
  ['http://example.com:8080/path', 'example.com', ''],
  ['http://example.com:65535', 'example.com', ''],
  ['http://example.com:65536', '', ''],
  ['http://example.com?www.other.com', 'example.com', ''],
  ['http://example.com#@other.com', 'example.com', ''],
  ['http://example.com\\@other.com', 'example.com', ''],
  ['http://user:secret@example.com/', 'example.com', ''],
  ['http://google.com:443@evil.com/', 'evil.com', ''],
  ['https://example.com./', 'example.com', ''],
  ['https://www.com/', 'www.com', ''],
  ['https://www.www.com/', 'www.com', ''],
  ['http://localhost:3000/', 'localhost', ''],
  ['http://192.168.0.1/admin', '192.168.0.1', ''],
  ['http://0x7f.1/', '127.0.0.1', ''],
  ['http://[::1]:8080/', '[::1]', ''],
  ['https://xn--mnchen-3ya.de/', 'xn--mnchen-3ya.de', ''],
  ['https://www.münchen.de/', 'xn--mnchen-3ya.de', ''],
  ['https://my_site.example.com/', 'my_site.example.com', ''],
  [`https://${LONG}${'b'.repeat(11)}/`, `${LONG}${'b'.repeat(11)}`, ''],
  [`https://example.com/${'a'.repeat(2_000)}`, 'example.com', ''],
  [`https://www.MÜNCHEN.de?${'a'.repeat(2_000)}`, 'xn--mnchen-3ya.de', ''],
  [`http://google.com:443@evil.com\\${'/'.repeat(2_000)}`, 'evil.com', ''],
  // Invalid referrers.
  [`https://${'a.'.repeat(1_000)}com/`, '', ''],
  [`https://${'a'.repeat(1_018)}@example.com/`, '', ''],
  ['', '', ''],
  [' ', '', ''],
  ['null', '', ''],
  ['about:client', '', ''],
  ['example.com', '', ''],
  ['//example.com/', '', ''],
  ['ftp://example.com/', '', ''],
  ['ios-app://284882215/', '', ''],
  ['javascript:alert(1)', '', ''],
  ['file:///etc/passwd', '', ''],
  ['https://', '', ''],
  ['https://exa mple.com/', '', ''],
  ['https://example..com/', '', ''],
  ['https://.example.com/', '', ''],
  ['https://"quoted".com/', '', ''],
  ['https://xn--a/', '', ''],
  ['https://999.1.1.1/', '', ''],
  [`https://${LONG}${'b'.repeat(12)}/`, '', ''],
];
for (const [referer, host, network] of referrers) {
  test(`${JSON.stringify(referer.slice(0, 90))} is ${host.slice(0, 60) || 'nothing'} ${network}`, () => {
    expect(referrerHostOf(referer)).toBe(host);
    expect<string>(socialNetworkOf(host)).toBe(network);
  });
}

function hostByParser(referer: string): string {
  const url = URL.parse(referer);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  const host = url.hostname.replace(/\.$/, '');
  const isHost = host.length <= 255 && host.split('.').every((label) => /^[a-z\d_-]+$/.test(label));
  if (!isHost && !host.startsWith('[')) return '';
  const bare = host.replace(/^www\./, '');
  return bare.includes('.') ? bare : host;
}

test('every result matches that of the URL parser', () => {
  const pieces =
    'http:// https:// http: / // \\ ? # @ : . .. - _ 0 1 80 8080 99999 0x 0x1f 127.1 www. www a b.c Example com xn-- xn--a ' +
    'xn--mnchen-3ya ü % %41 %2e [::1] [ ] " \' ~ \t \n \0 ß 。 a--b -a a-';
  const piece = fc.constantFrom(...pieces.split(' '), ' ');
  const scheme = fc.constantFrom('http://', 'https://');
  const built = fc.tuple(scheme, fc.array(piece, { maxLength: 8 })).map(([start, rest]) => start + rest.join(''));
  const loose = fc.array(piece, { maxLength: 10 }).map((all) => all.join(''));
  const plain = fc.tuple(scheme, fc.stringMatching(/^[a-z\d.:/-]{0,20}$/)).map((all) => all.join(''));
  const referers = fc.oneof(built, loose, plain, fc.webUrl({ withQueryParameters: true }), fc.string());
  fc.assert(
    fc.property(referers, (referer) => expect(referrerHostOf(referer)).toBe(hostByParser(referer))),
    { numRuns: 5_000 },
  );
});

test('no referrer and no host takes long to parse', () => {
  const starts = ['', 'http://', 'https://www.', 'android-app://'];
  for (const bait of [
    'a',
    'a.',
    '.',
    '-',
    'xn--',
    '1.',
    'ü',
    '%',
    '@',
    ':',
    '[',
    '/',
    ' ',
    'google.',
    'com.google.android.',
  ]) {
    for (const start of starts) {
      const referer = start + bait.repeat(100_000 / bait.length);
      const cpuMs = fastestCpuMs(5, () => {
        socialNetworkOf(referrerHostOf(referer));
        socialNetworkOf(referer);
      });
      expect({ start, bait, isQuick: cpuMs < 1 }).toEqual({ start, bait, isQuick: true });
    }
  }
});
