import { describeAgent } from '../../agent/describe-agent.ts';
import { preferredLanguages } from '../../agent/language.ts';
import { parseReferrerHost, referrerHostOf, socialNetworkOf } from '../../agent/referrer.ts';
import { findCountry } from '../../geo/countries.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { storableText } from '../../lib/storable-text.ts';
import type { Dimension } from '../../rollups/dimension.ts';
import type { SourceClick, SourceDimension } from '../source.ts';

/** The values of a click in our own words; unknown ones are omitted. */
export type ClickValues = Partial<Record<Dimension, string>>;

const MAX_KNOWN = 5_000;
// Longer than any name of a place or a browser.
const MAX_NAME = 200;
// A longer URL is cut before its host is read.
const MAX_VALUE = 4_096;
// Words of other services for no value.
const NOTHING = new Set(['', '-', 'unknown', 'other', 'none', 'null', 'n/a', 'direct', '(direct)', 'xx', 'undefined']);

const BROWSERS: Record<string, string> = {
  ...{ chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', opera: 'Opera', ie: 'Internet Explorer' },
  ...{ 'internet explorer': 'Internet Explorer', msie: 'Internet Explorer', 'microsoft edge': 'Edge' },
  ...{ 'mobile safari': 'Safari', 'mobile chrome': 'Chrome', 'chrome mobile': 'Chrome', 'firefox mobile': 'Firefox' },
  ...{ 'samsung internet': 'Samsung Internet', 'samsung browser': 'Samsung Internet', chromium: 'Chromium' },
};
const SYSTEMS: Record<string, string> = {
  ...{ android: 'Android', ios: 'iOS', linux: 'Linux', macos: 'macOS', 'mac os': 'macOS', 'mac os x': 'macOS' },
  ...{ osx: 'macOS', 'os x': 'macOS', windows: 'Windows', 'chrome os': 'ChromeOS', chromeos: 'ChromeOS' },
  ...{ ipados: 'iPadOS', 'chromium os': 'ChromeOS', 'windows phone': 'Windows Phone', ubuntu: 'Linux' },
};
const DEVICES: Record<string, string> = {
  ...{ desktop: 'desktop', computer: 'desktop', pc: 'desktop', laptop: 'desktop', mobile: 'mobile', phone: 'mobile' },
  ...{ smartphone: 'mobile', tablet: 'tablet', tv: 'tv', smarttv: 'tv', console: 'tv' },
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Our name for a value that other services name differently; undefined if we have no other name for it. */
function findName(table: Record<string, string>, text: string): string | undefined {
  const key = text.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function nameLanguage(text: string): string {
  const [first = ''] = preferredLanguages(text);
  const [code = ''] = first.split('-');
  return (code && languageNames.of(code)) || '';
}

function nameReferrer(text: string): string {
  return referrerHostOf(text) || referrerHostOf(`https://${parseReferrerHost(text) ?? ''}/`);
}

const namers: Record<SourceDimension, (text: string) => string> = {
  country: (text) => findCountry(text)?.name ?? (/^\w{2,3}$/.test(text) ? '' : text),
  region: (text) => text,
  city: (text) => text,
  referrer: nameReferrer,
  browser: (text) => findName(BROWSERS, text) ?? text,
  os: (text) => findName(SYSTEMS, text) ?? text,
  device: (text) => findName(DEVICES, text) ?? '',
  language: nameLanguage,
};

const known = new Map(Object.keys(namers).map((dimension) => [dimension, new RecentMap<string>(MAX_KNOWN)]));

/** The name of a value in our statistics; '' if it has none. */
export function nameValue(dimension: SourceDimension, value: string | undefined): string {
  if (!value) return '';
  const cache = known.get(dimension);
  let name = cache?.get(value);
  if (name === undefined) {
    const text = storableText(value, MAX_VALUE).trim();
    name = NOTHING.has(text.toLowerCase()) ? '' : storableText(namers[dimension](text), MAX_NAME);
    cache?.set(value, name);
  }
  return name;
}

/** The values of a single click. */
export function nameClick(click: SourceClick): ClickValues {
  const values: ClickValues = {};
  const agent = click.userAgent ? describeAgent(storableText(click.userAgent, MAX_VALUE)) : undefined;
  const country = nameValue('country', click.country);
  const set = (dimension: Dimension, value: string) => {
    if (value) values[dimension] = value;
  };
  set('country', country);
  for (const place of ['region', 'city'] as const) {
    const name = nameValue(place, click[place]);
    set(place, name && country ? `${name}, ${country}` : name);
  }
  const referrer = nameValue('referrer', click.referrer);
  set('referrer', referrer);
  set('social', referrer && socialNetworkOf(referrer));
  for (const part of ['browser', 'os', 'device'] as const)
    set(part, nameValue(part, click[part]) || (agent?.[part] ?? ''));
  set('language', nameValue('language', click.language));
  if (click.isScan) values.source = 'QR code';
  if (click.route) values.route = storableText(click.route, MAX_NAME);
  if (click.isBot) values.bot = 'crawler';
  return values;
}
