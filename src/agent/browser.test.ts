import { expect, test } from 'bun:test';
import { browserOf } from './browser.ts';

// Common browsers are in describe-agent.test.ts; these are HTTP clients, and browsers that are rare or easy to confuse.
const agents: [string, string][] = [
  ['curl/7.29.0 (x86_64-redhat-linux-gnu) libcurl/7.29.0', 'curl'],
  ['Wget/1.12', 'Wget'],
  ['python-requests/2.31.0', 'Python'],
  ['Python-urllib/3.11', 'Python'],
  ['Python/3.12 aiohttp/3.9.5', 'Python'],
  ['python-httpx/0.27.0', 'Python'],
  ['node', 'Node.js'],
  ['undici', 'Node.js'],
  ['axios/1.7.2', 'Node.js'],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'Node.js'],
  ['got (https://github.com/sindresorhus/got)', 'Node.js'],
  ['Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/24.0.0', 'Node.js'],
  ['Bun/1.1.13', 'Bun'],
  ['Deno/1.44.0', 'Deno'],
  ['Go-http-client/2.0', 'Go'],
  ['Java/17.0.11', 'Java'],
  ['Java-http-client/21.0.3', 'Java'],
  ['Apache-HttpClient/4.5.14 (Java/11.0.23)', 'Java'],
  ['okhttp/4.12.0', 'okhttp'],
  ['GuzzleHttp/7', 'PHP'],
  ['Ruby', 'Ruby'],
  ['Faraday v2.9.0', 'Ruby'],
  ['libwww-perl/6.77', 'Perl'],
  ['reqwest/0.12.4', 'Rust'],
  ['Dart/3.4 (dart:io)', 'Dart'],
  ['PostmanRuntime/7.39.0', 'Postman'],
  ['insomnia/9.2.0', 'Insomnia'],
  ['HTTPie/3.2.2', 'HTTPie'],
  ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.2506', 'PowerShell'],
  ['Signpost/12 CFNetwork/1494.0.7 Darwin/23.4.0', 'CFNetwork'],
  ['Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/1.1.1d', 'Lynx'],
  [
    'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ Version/5.0 Safari/533.2+ Kindle/3.0+',
    'Kindle',
  ],
  [
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9 Mobile Safari/537.10+',
    'BlackBerry',
  ],
  [
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile',
    'Huawei Browser',
  ],
  [
    'Mozilla/5.0 (Android 10; Mobile) AppleWebKit/537.36 Version/4.0 Focus/8.0 Chrome/75.0 Mobile Safari/537.36',
    'Firefox',
  ],
  // Neither Focus nor Line.
  ['Mozilla/5.0 (Linux; Android 7.0; InFocus/M810) Chrome/99.0 Mobile Safari/537.36', 'Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/99.0 Safari/537.36 OnLine/2.0', 'Chrome'],
  // The browsers themselves do not write their names like this.
  ['chrome', ''],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15', ''],
  ['constructor', ''],
  ['\0\n<script>', ''],
];
for (const [agent, name] of agents) {
  test(`${name || 'nothing'}: ${JSON.stringify(agent.slice(0, 100))}`, () => expect(browserOf(agent)).toBe(name));
}
