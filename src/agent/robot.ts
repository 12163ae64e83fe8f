import { list } from 'isbot';

// Crawlers that `isbot` detects only by the form of their User-Agent; those patterns are not used here.
const CRAWLERS = [
  // Search engines.
  ...['Yeti/', 'Daumoa', 'Qwantify', 'heritrix'],
  // AI services, even if they fetch a page for a person.
  ...['ChatGPT-User', 'Claude-User', 'Claude-Web', 'anthropic-ai', 'Perplexity-User', 'MistralAI-User', 'cohere-ai'],
  ...['meta-externalfetcher', 'Gemini-Deep-Research', 'omgili'],
  // Site and link checkers, mirroring tools and feed readers.
  ...['Screaming Frog', 'Sitebulb', 'W3C-checklink', 'Xenu Link', 'SiteSucker', 'Scrapy', 'BuiltWith', 'Dataprovider'],
  ...['facebookcatalog', 'lychee/', 'Miniflux/'],
  // Security scanners.
  ...['Palo Alto Networks', 'Netcraft', 'masscan', 'Nmap Scripting', 'Nikto', 'sqlmap', 'Nessus', 'Nuclei', 'WPScan'],
  ...['Qualys', 'Acunetix', 'l9explore', 'LeakIX', 'virustotal', 'phishtank', 'BarracudaCentral', 'Barracuda Sentinel'],
  // Headless browsers.
  'Puppeteer',
];
const CRAWLER = new RegExp(CRAWLERS.map((name) => RegExp.escape(name)).join('|'), 'i');

const ROBOT = /bots?(?![a-z])|crawl|spider|slurp|archiver|scanner/i;

// `ROBOT` replaces these two patterns.
const REPLACED = ['(?<! cu)bots?(?:\\b|_)', '(?<!cam)scan'];

/** Patterns without a word describe the form of a User-Agent, and also match apps and plain HTTP clients. */
function hasWord(pattern: string): boolean {
  return /[a-z]{3}/i.test(pattern.replace(/\\\w/g, ''));
}

const LISTED = new RegExp(list.filter((pattern) => hasWord(pattern) && !REPLACED.includes(pattern)).join('|'), 'i');

// Programs and libraries that fetch on behalf of anyone: a visit by one of these counts as a click.
const PLAIN_CLIENTS = [
  ...['curl', 'wget', 'httpie', 'xh/', 'python', 'aiohttp', 'node', 'undici', 'axios', 'got ', 'deno/', 'bun/'],
  ...['go-http-client', 'go-resty', 'java', 'okhttp', 'apache-httpclient', 'reactor-netty', 'jetty/', 'dart/'],
  ...['postman', 'insomnia', 'libwww', 'perl', 'php', 'guzzle', 'ruby', 'faraday', 'http.rb', 'rest-client', 'reqwest'],
  ...['hyper/', 'ktor', 'winhttp', 'microsoft-cryptoapi', 'powershell'],
];
const PLAIN_CLIENT = new RegExp(`^(?:${PLAIN_CLIENTS.map((name) => RegExp.escape(name)).join('|')})`, 'i');

// A phone model may have any name, and apps that read QR codes are called scanners.
const ANDROID_MODEL = /^\w+\/[\d.]+ \(Linux;(?: U;)? Android [^():]*\)/;
const NO_ROBOT = /cubot|qrbot|(?:qr|code|cam|card|document|pdf|photo|ticket)[ _-]?scanner/gi;

/** Whether a User-Agent is a crawler: by its name, by a word that crawlers use, or by the list of `isbot`. */
export function isRobot(agent: string): boolean {
  if (CRAWLER.test(agent)) return true;
  const rest = agent.replace(ANDROID_MODEL, '').replace(NO_ROBOT, '');
  return ROBOT.test(rest) || (!PLAIN_CLIENT.test(rest) && LISTED.test(rest));
}
