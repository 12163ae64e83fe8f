import { describeAgent } from '../../agent/describe-agent.ts';
import { preferredLanguages } from '../../agent/language.ts';
import { parseReferrerHost, referrerHostOf, socialNetworkOf } from '../../agent/referrer.ts';
import { findCountry } from '../../geo/countries.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import type { Dimension } from '../../rollups/dimension.ts';
import type { SourceClick, SourceDimension } from '../source.ts';

/** The values of a click in our own words; unknown ones are omitted. */
export type ClickValues = Partial<Record<Dimension, string>>;

const MAX_KNOWN = 5_000;
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

function lookUp(table: Record<string, string>, text: string): string {
  return table[text.toLowerCase()] ?? text;
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
  browser: (text) => lookUp(BROWSERS, text),
  os: (text) => lookUp(SYSTEMS, text),
  device: (text) => DEVICES[text.toLowerCase()] ?? '',
  language: nameLanguage,
};

const known = new Map(Object.keys(namers).map((dimension) => [dimension, new RecentMap<string>(MAX_KNOWN)]));

/** The name of a value in our statistics; '' if it has none. */
export function nameValue(dimension: SourceDimension, value: string | undefined): string {
  if (!value) return '';
  const cache = known.get(dimension);
  let name = cache?.get(value);
  if (name === undefined) {
    const text = value.trim();
    name = NOTHING.has(text.toLowerCase()) ? '' : namers[dimension](text);
    cache?.set(value, name);
  }
  return name;
}

/** The values of a single click. */
export function nameClick(click: SourceClick): ClickValues {
  const values: ClickValues = {};
  const agent = click.userAgent ? describeAgent(click.userAgent) : undefined;
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
  if (click.route) values.route = click.route;
  if (click.isBot) values.bot = 'crawler';
  return values;
}
