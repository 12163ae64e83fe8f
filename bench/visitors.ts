import type { ClickRecord } from '../src/clicks/click-record.ts';
import { createRandom, pick } from './random.ts';

/** A returning visitor with the headers of their requests. */
interface Visitor {
  address: string;
  agent: string;
  language: string;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const MODELS = range(1, 12).flatMap((number) => [
  `SM-A${number}35F`,
  `SM-S9${number + 10}B`,
  `Pixel ${number}`,
  `2201${number}17TG`,
  `moto g${number}`,
]);
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const SYSTEMS = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'];

const chrome = SYSTEMS.flatMap((system) =>
  range(110, 142).map((version) => `Mozilla/5.0 (${system}) ${WEBKIT} Chrome/${version}.0.0.0 Safari/537.36`),
);
const mobileChrome = range(110, 142).map(
  (version) => `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/${version}.0.0.0 Mobile Safari/537.36`,
);
const safari = range(15, 18).flatMap((version) =>
  range(0, 6).flatMap((minor) =>
    ['iPhone; CPU iPhone OS', 'iPad; CPU OS'].map(
      (device) =>
        `Mozilla/5.0 (${device} ${version}_${minor} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.${minor} Mobile/15E148 Safari/604.1`,
    ),
  ),
);
const firefox = SYSTEMS.flatMap((system) =>
  range(110, 142).map((version) => `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`),
);
const edge = chrome.slice(0, 33).map((agent, index) => `${agent} Edg/${110 + index}.0.0.0`);
const samsung = MODELS.map(
  (model) =>
    `Mozilla/5.0 (Linux; Android 14; ${model}) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
);
const apps = MODELS.map(
  (model) =>
    `Mozilla/5.0 (Linux; Android 13; ${model} Build/TP1A) ${WEBKIT} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Instagram 389.0.0.49.87 Android (33/13; 420dpi; 1080x2131; ${model}; en_US)`,
);
const machines = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
];

/** Kinds of user agents, one entry for each twentieth of all visitors. */
const AGENTS = [
  ...Array(6).fill(chrome),
  ...Array(4).fill(mobileChrome),
  ...Array(4).fill(safari),
  firefox,
  edge,
  samsung,
  ...Array(2).fill(apps),
  machines,
] as string[][];

const TAGS =
  'en-US en-GB de-DE fr-FR es-ES es-MX pt-BR it-IT nl-NL pl-PL ru-RU uk-UA tr-TR ja-JP ko-KR zh-CN zh-TW hi-IN ar-SA sv-SE';
const LANGUAGES = TAGS.split(' ').flatMap((tag) => {
  const [language] = tag.split('-');
  return [`${tag},${language};q=0.9`, `${tag},${language};q=0.9,en-US;q=0.8,en;q=0.7`, `${tag}`, `${language}`];
});

const NETWORKS = [
  'https://www.facebook.com/',
  'https://t.co/Ab3dE',
  'https://www.google.com/',
  'https://www.reddit.com/',
];
const SITES = range(1, 300).map((number) => `https://www.site-${number}.example/articles/${number * 7}?page=${number}`);

const NETS_IPV6 = ['2a02:', '2a00:', '2001:', '2600:', '2607:', '2409:', '2804:', '2c0f:'];

function newAddress(random: () => number): string {
  const part = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  // A quarter of the visitors use IPv6.
  if (random() < 0.25) {
    const groups = range(1, 7).map(() => part(1, 0xffff).toString(16));
    return `${pick(random, NETS_IPV6)}${groups.join(':')}`;
  }
  return `${part(1, 223)}.${part(0, 255)}.${part(0, 255)}.${part(1, 254)}`;
}

/** The request texts of a visitor. */
export type VisitTexts = Omit<ClickRecord, 'noun' | 'id' | 'at' | 'isHead' | 'isScan'>;

/** Returns the texts of one click after another; visitors from many countries arrive through a proxy on this machine. */
export function createVisits(visitorCount: number, seed = 1): () => VisitTexts {
  const random = createRandom(seed);
  const visitors = Array.from({ length: visitorCount }, (): Visitor => {
    const address = newAddress(random);
    return { address, agent: pick(random, pick(random, AGENTS)), language: pick(random, LANGUAGES) };
  });
  function referrer(): string {
    const kind = random();
    if (kind < 0.35) return '';
    return kind < 0.6 ? pick(random, NETWORKS) : pick(random, SITES);
  }
  return () => {
    const { address, agent, language } = pick(random, visitors);
    return {
      peer: '127.0.0.1',
      forwardedFor: address,
      agent,
      language,
      referrer: referrer(),
      purpose: '',
      utm: '',
      route: '',
    };
  };
}
