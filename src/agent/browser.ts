import { truncateAgent } from './agent-cache.ts';
import { compileNames, type NameRow } from './name-table.ts';

// In-app browsers first, then browsers that also claim to be Chrome, Safari or Firefox, then these three.
const BROWSERS: readonly NameRow[] = [
  ['WeChat', 'MicroMessenger/', 'wxwork/'],
  ['Instagram', 'Instagram ', 'Instagram/'],
  ['Threads', 'Barcelona '],
  ['Facebook', 'FBAN/', 'FBAV/', 'FB_IAB/', 'FBIOS'],
  ['TikTok', 'musical_ly', 'BytedanceWebview', 'TikTok', 'trill_', 'trill/'],
  ['LinkedIn', 'LinkedInApp'],
  ['Pinterest', '[Pinterest/', 'Pinterest for '],
  ['Snapchat', 'Snapchat/', 'Snapchat '],
  ['X', 'Twitter for ', 'TwitterAndroid'],
  ['WhatsApp', 'WhatsApp/'],
  ['Telegram', 'Telegram-Android/', 'Telegram/'],
  ['Line', ' Line/'],
  ['KakaoTalk', 'KAKAOTALK'],
  ['Viber', ' Viber/'],
  ['Reddit', 'Reddit/'],
  ['Discord', 'Discord/', 'discord/'],
  ['Slack', 'Slack/', 'Slack_SSB/'],
  ['Microsoft Teams', ' Teams/'],
  ['Naver', 'NAVER('],
  ['Weibo', 'Weibo (', '__weibo__'],
  ['Alipay', 'AlipayClient/'],
  ['QQ', 'MQQBrowser/', 'QQBrowser/', ' QQ/'],
  ['Baidu', 'baiduboxapp', 'baidubrowser', 'BIDUBrowser'],
  ['Google App', ' GSA/'],
  ['Opera Mini', 'Opera Mini', 'OPiOS/'],
  ['Opera', 'OPR/', 'OPT/', 'OPX/', 'Opera/', 'Opera '],
  ['Samsung Internet', 'SamsungBrowser/'],
  ['Huawei Browser', 'HuaweiBrowser/', 'ArkWeb/'],
  ['MIUI Browser', 'MiuiBrowser/'],
  ['Vivo Browser', 'VivoBrowser/'],
  ['HeyTap Browser', 'HeyTapBrowser/'],
  ['UC Browser', 'UCBrowser/', 'UCWEB', 'UBrowser/'],
  ['Yandex', 'YaBrowser/', 'YaSearchBrowser/', 'YandexSearch/', 'YaApp_'],
  ['DuckDuckGo', 'DuckDuckGo/', 'Ddg/'],
  ['Brave', 'Brave/', 'Brave Chrome/'],
  ['Vivaldi', 'Vivaldi/'],
  ['Whale', 'Whale/'],
  ['Coc Coc', 'coc_coc_browser/'],
  ['Puffin', 'Puffin/'],
  ['Maxthon', 'Maxthon'],
  ['Ecosia', 'Ecosia ', 'Ecosia/'],
  ['Meta Quest Browser', 'OculusBrowser/'],
  ['Silk', 'Silk/'],
  ['Kindle', 'Kindle/'],
  ['BlackBerry', 'BlackBerry', 'BB10', 'PlayBook'],
  // Before Chrome and Safari, because both versions of Edge also claim to be one of them.
  ['Edge', 'Edg/', 'EdgA/', 'EdgiOS/', 'Edge/'],
  ['Internet Explorer', 'MSIE ', 'Trident/', 'IEMobile/'],
  ['SeaMonkey', 'SeaMonkey/'],
  ['Pale Moon', 'PaleMoon/'],
  ['Waterfox', 'Waterfox/'],
  ['Firefox', 'Firefox/', 'FxiOS/', ' Focus/', ' Klar/'],
  ['GNOME Web', 'Epiphany/'],
  ['Konqueror', 'Konqueror/'],
  ['Falkon', 'Falkon/'],
  ['PowerShell', 'PowerShell/'],
  ['Chrome Headless', 'HeadlessChrome'],
  ['Chromium', 'Chromium/'],
  ['Chrome', 'Chrome/', 'CriOS/'],
];
const browserName = compileNames(BROWSERS);

// Used only if no browser matches.
const CLIENTS: readonly NameRow[] = [
  ['HTTPie', 'HTTPie/'],
  ['Postman', 'PostmanRuntime/'],
  ['Insomnia', 'insomnia/'],
  ['curl', 'curl/', 'libcurl'],
  ['Wget', 'Wget', 'wget/'],
  ['Bun', 'Bun/'],
  ['Deno', 'Deno/'],
  ['Python', 'python', 'Python', 'aiohttp/', 'urllib3/'],
  ['Node.js', 'node-fetch', 'axios/', 'undici', 'got (', 'superagent', 'jsdom/', 'Node.js', 'node.js'],
  ['Go', 'Go-http-client/', 'Go http package', 'go-resty/', 'GRequests/'],
  ['okhttp', 'okhttp/'],
  ['Java', 'Java/', 'Java-http-client/', 'Apache-HttpClient/', 'Jersey/', 'ReactorNetty/', 'Jakarta'],
  ['Ktor', 'ktor-client', 'Ktor client'],
  ['PHP', 'GuzzleHttp/', 'PHP/', 'Symfony HttpClient', 'PHP-Curl'],
  ['Ruby', 'Ruby', 'Faraday', 'http.rb/', 'HTTParty', 'rest-client/'],
  ['Perl', 'libwww-perl/', 'LWP::', 'Mojolicious'],
  ['Rust', 'reqwest/', 'hyper/', 'ureq/'],
  ['.NET', '.NET', 'RestSharp/'],
  ['Dart', 'Dart/'],
  ['Lynx', 'Lynx/'],
  ['w3m', 'w3m/'],
  ['ELinks', 'ELinks'],
  ['Dalvik', 'Dalvik/'],
  ['CFNetwork', 'CFNetwork/'],
];
const clientName = compileNames(CLIENTS);

const ANDROID_BROWSER = 'Android Browser';
const SAFARI = 'Safari';

/** The names of all browsers, apps and HTTP clients that `browserOf` returns. */
export const browserNames: readonly string[] = [
  ...BROWSERS.map(([name]) => name),
  ...[SAFARI, ANDROID_BROWSER],
  ...CLIENTS.map(([name]) => name),
];

/** A word by which `browserOf` recognizes a browser; undefined for Safari and Android Browser, which have none of their own. */
export const browserWords: ReadonlyMap<string, string> = new Map(
  [...CLIENTS, ...BROWSERS].map(([name, ...words]) => [
    name,
    words.find((word) => word.endsWith('/')) ?? words[0] ?? '',
  ]),
);

const APPLE = /iPhone|iPad|iPod|Macintosh|Windows NT/;

/**
 * The English name of the browser, of the app if it is an in-app browser, or of the HTTP client; '' if it is unknown.
 * An unknown app counts as its browser engine, Chrome or Safari.
 */
export function browserOf(userAgent: string): string {
  const agent = truncateAgent(userAgent);
  const name = browserName(agent);
  if (name !== '') return name;
  if (agent.includes('AppleWebKit/')) {
    if (agent.includes('Android')) return ANDROID_BROWSER;
    // Televisions and consoles also claim to be Safari.
    if (APPLE.test(agent)) return SAFARI;
  }
  // The default User-Agent of Node.js.
  return agent === 'node' ? 'Node.js' : clientName(agent);
}
