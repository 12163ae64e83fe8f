import { expect, test } from 'bun:test';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { readPurpose, type VisitKind, visitKindOf } from './visit-kind.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`;
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PHONE = `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${CHROME} Mobile Safari/537.36`;

const agents: Record<'person' | 'crawler' | 'preview' | 'monitor', string[]> = {
  person: [
    '',
    WINDOWS,
    PHONE,
    `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
    `${IPHONE} Mobile/15E148 [Pinterest/iOS]`,
    `${IPHONE} Mobile/15E148 Snapchat/12.90.0.41 (like Safari/8618.2, panda)`,
    `${IPHONE} GSA/320.0.642175113 Mobile/15E148 Safari/604.1`,
    `${PHONE} WhatsApp/2.24.10.85`,
    `${PHONE} [FB_IAB/FB4A;FBAV/450.0.0.0;]`,
    `${WINDOWS.replace('Safari', 'YaBrowser/24.4.0.0 Safari')}`,
    `${PHONE} YandexSearch/24.50`,
    `${PHONE} baiduboxapp/13.61.0.10 (Baidu; P1 10)`,
    `${PHONE} DuckDuckGo/5`,
    `${PHONE} DaumApps/7.1.0`,
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 94.0.4606.31/7.0 TV Safari/537.36',
    // Plain HTTP clients.
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.31.0',
    'Python/3.12 aiohttp/3.9.5',
    'node',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'axios/1.7.2',
    'Go-http-client/2.0',
    'Java/17.0.11',
    'okhttp/4.12.0',
    'PostmanRuntime/7.39.0',
    'libwww-perl/6.77',
    'Mozilla/5.0',
    'Apache-HttpClient/4.5.14 (Java/17.0.11)',
    'GuzzleHttp/7',
    'MyApp/1.0',
    'MyApp',
    // Phones and apps whose names contain words of bots.
    `Mozilla/5.0 (Linux; Android 9; CUBOT_X20_PRO) ${CHROME} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20 Build/QP1A) ${CHROME} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; U; Android 8.1; en-us; CUBOT) ${CHROME} Mobile Safari/537.36`,
    'Dalvik/2.1.0 (Linux; U; Android 9; CUBOT P30 Build/PPR1)',
    `${PHONE} Instagram 334.0.0.42.95 Android (29/10; 320dpi; 720x1440; CUBOT; CUBOT NOTE 20; en_US)`,
    `${PHONE} [FB_IAB/FB4A;FBMF/CUBOT;FBDV/CUBOT;]`,
    `Mozilla/5.0 (Linux; Android 11; Spider 5) ${CHROME} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 10; PDA Scanner) ${CHROME} Safari/537.36`,
    `${PHONE} QRCodeScanner/2.1`,
    `${IPHONE} Mobile/15E148 QR Scanner/4.0`,
    `${IPHONE} Mobile/15E148 CamScanner/6.60`,
    `${WINDOWS} Bottles/51.11`,
  ],
  crawler: [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `${PHONE} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    'Googlebot-Image/1.0',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'Mediapartners-Google',
    `${LINUX} Chrome/126.0.0.0 Safari/537.36 (compatible; GoogleOther)`,
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    `${WINDOWS} BingPreview/1.0b`,
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    `${IPHONE} Version/17.4.1 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)',
    'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
    'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
    'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
    'Screaming Frog SEO Spider/20.1',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0)',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2; ExampleBot/1.0; +https://example.com) Mobile Safari/537.36',
    `Mozilla/5.0 (Linux; Android 9; CUBOT X19) ${CHROME} Mobile Safari/537.36 (compatible; ExampleBot/1.0)`,
    `Mozilla/5.0 AppleWebKit/537.36 (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)`,
    'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
    'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
    'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
    'Expanse, a Palo Alto Networks company, searches across the global IPv4 space multiple times per day',
    'Mozilla/5.0 zgrab/0.x',
    'Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)',
    'sqlmap/1.8.5#stable (https://sqlmap.org)',
    'ExampleSecurityScanner/1.0',
    'Scrapy/2.11.2 (+https://scrapy.org)',
    'Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)',
    `${LINUX} HeadlessChrome/126.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 PhantomJS/2.1.1 Safari/538.1',
    'mybot',
    'my_bot_2',
    // Only in the list of isbot.
    'ExampleFetcher/2.1 (+https://example.com/fetcher)',
    'Mozilla/5.0 (compatible; Cloudflare-Healthless/1.0)',
    'Mozilla/5.0 (compatible; page-parser/1.2)',
  ],
  preview: [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0 A',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Mozilla/5.0 (compatible) Nextcloud Server Crawler',
    'Discourse Forum Onebox v3.3.0',
    'Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)',
  ],
  monitor: [
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36 PingdomPageSpeed/1.0 (pingbot/2.0)',
    `${LINUX} Chrome/126.0.0.0 Safari/537.36 StatusCake`,
    'Better Uptime Bot Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0 Safari/537.36',
    'Better Stack Better Uptime Bot Mozilla/5.0',
    'Site24x7',
    'NewRelicPinger/1.0 (123456)',
    `${LINUX} HeadlessChrome/126.0.0.0 Safari/537.36 DatadogSynthetics`,
    'Datadog/Synthetics',
    'GoogleStackdriverMonitoring-UptimeChecks(https://cloud.google.com/monitoring)',
    'Checkly/1.0 (https://www.checklyhq.com)',
    'kube-probe/1.30',
    'GoogleHC/1.0',
    'ELB-HealthChecker/2.0',
    'Amazon-Route53-Health-Check-Service (ref 5e0d; report http://amzn.to/1vsZADi)',
    'HetrixTools Uptime Monitoring Bot. https://hetrix.tools/uptime-monitoring-bot.html',
    'Uptime-Kuma/1.23.13',
    'updown.io daemon 2.11',
    'Zabbix',
    'check_http/v2.3.3 (monitoring-plugins 2.3.3)',
    'Blackbox Exporter/0.25.0',
    `${PHONE.replace('Safari', 'Safari/537.36 Chrome-Lighthouse Safari')}`,
    `${LINUX} HeadlessChrome/126.0.0.0 Safari/537.36 Chrome-Lighthouse`,
  ],
};
for (const [kind, list] of Object.entries(agents)) {
  for (const userAgent of list) {
    test(`${kind}: ${userAgent.slice(0, 120)}`, () =>
      expect<string>(visitKindOf({ userAgent, method: 'GET', purpose: '' })).toBe(kind));
  }
}

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const requests: [rule: string, userAgent: string, method: string, purpose: string, kind: VisitKind][] = [
  ['a prefetch is not a click', WINDOWS, 'GET', 'prefetch', 'prefetch'],
  ['nor is a page made ready', WINDOWS, 'GET', 'prefetch;prerender', 'prefetch'],
  ['nor one fetched through a proxy', WINDOWS, 'GET', 'prefetch;anonymous-client-ip', 'prefetch'],
  ['nor a picture of the page in a list', `${IPHONE} Version/17.5`, 'GET', 'preview', 'prefetch'],
  ['the case does not matter', WINDOWS, 'GET', 'Prefetch', 'prefetch'],
  ['without an agent too', '', 'GET', 'prefetch', 'prefetch'],
  ['another purpose is a visit', WINDOWS, 'GET', 'reading', 'person'],
  ['a purpose is read to its 128th character', WINDOWS, 'GET', `${' '.repeat(128)}prefetch`, 'person'],
  ['HEAD is not a click', 'curl/8.5.0', 'HEAD', '', 'head'],
  ['nor without an agent', '', 'HEAD', '', 'head'],
  ['a POST is, as with a password', WINDOWS, 'POST', '', 'person'],
  ['a prefetch with HEAD is a prefetch', WINDOWS, 'HEAD', 'prefetch', 'prefetch'],
  ['a crawler with HEAD is a crawler', GOOGLEBOT, 'HEAD', '', 'crawler'],
  ['a crawler with a purpose is a crawler', GOOGLEBOT, 'GET', 'prefetch', 'crawler'],
  ['a monitor with HEAD is a monitor', 'Uptime-Kuma/1.23.13', 'HEAD', '', 'monitor'],
  ['a preview with HEAD is a preview', 'Twitterbot/1.0', 'HEAD', '', 'preview'],
];
for (const [rule, userAgent, method, purpose, kind] of requests) {
  test(rule, () => expect(visitKindOf({ userAgent, method, purpose })).toBe(kind));
}

test('of a long agent only the beginning counts, and none takes long', () => {
  expect(visitKindOf({ userAgent: `${'x'.repeat(512)} Googlebot`, method: 'GET', purpose: '' })).toBe('person');
  const baits = [
    'bo',
    'cubot',
    'Uptim',
    'scanne',
    'code ',
    'Mozilla/5.0 (Linux; Android ',
    'Mozilla/5',
    '(Linux;',
    'x',
    ' ',
  ];
  for (const bait of baits) {
    for (const length of [512, 100_000]) {
      // Each is different, so that none is cached.
      const texts = Array.from({ length: 5 }, (_, round) => `${round}${bait.repeat(length / bait.length)}`);
      const cpuMs = fastestCpuMs(5, (round) => {
        const text = texts[round]?.slice(0, length) ?? '';
        expect(visitKindOf({ userAgent: text, method: 'GET', purpose: text })).toBe('person');
      });
      expect(cpuMs).toBeLessThan(1);
    }
  }
});

test.each(['Sec-Purpose', 'Purpose'])('a purpose is read from %s', (name) => {
  expect(readPurpose(new Headers({ [name]: 'prefetch' }))).toBe('prefetch');
});

test('a request without any of these headers has no purpose', () => {
  expect(readPurpose(new Headers({ Accept: '*/*' }))).toBe('');
});
