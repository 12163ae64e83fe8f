import { continentOf, continents } from '../../geo/continents.ts';
import { countryName, findCountry } from '../../geo/countries.ts';
import type { Dimension } from '../../rollups/dimension.ts';
import { DIRECT, type Filters } from '../../stats/click-filter.ts';
import { unprocessable } from './dub-failure.ts';
import { readList } from './dub-route.ts';

/** What Dub writes for a visit without a referrer. */
export const DUB_DIRECT = '(direct)';

/** The source of scans in our statistics. */
export const SCAN_SOURCE = 'QR code';

const direct: Record<string, Dimension> = {
  browser: 'browser',
  os: 'os',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
};

function readCountry(text: string): string {
  const country = findCountry(text);
  if (!country) throw unprocessable('invalid_value: country: It must be an ISO code.');
  return country.name;
}

/** The names of all countries of a continent. */
function countriesIn(text: string): string[] {
  const continent = continents.find((one) => one === text.toUpperCase());
  if (!continent) throw unprocessable(`invalid_enum_value: continent: It must be one of ${continents.join(', ')}.`);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((two) => one + two));
  return codes.filter((code) => continentOf(code) === continent).flatMap((code) => countryName(code) ?? []);
}

function readReferrer(text: string): string {
  if (text === DUB_DIRECT) return DIRECT;
  return URL.parse(text)?.host ?? text.toLowerCase().replace(/\/.*$/, '');
}

/** Places are counted with their country, so a filter for one needs the country too. */
function placesIn(names: string[], countries: string[], field: string): string[] {
  if (names.length > 0 && countries.length === 0)
    throw unprocessable(`invalid_value: ${field}: This server needs the country too.`);
  return names.flatMap((name) => countries.map((country) => `${name}, ${country}`));
}

/** The filters of analytics; filters with `-`, which exclude a value, are refused. */
export function readClickFilters(query: URLSearchParams): Filters {
  const filters: Filters = new Map();
  const add = (dimension: Dimension, texts: string[]) => {
    if (texts.length > 0) filters.set(dimension, texts);
  };
  const read = (name: string): string[] => {
    const values = readList(query, name);
    if (values.some((value) => value.startsWith('-') && value.length > 1))
      throw unprocessable(`invalid_value: ${name}: This server cannot exclude values.`);
    return values;
  };
  const countries = read('country').map(readCountry);
  add('country', [...countries, ...read('continent').flatMap(countriesIn)]);
  add('region', placesIn(read('region'), countries, 'region'));
  add('city', placesIn(read('city'), countries, 'city'));
  add(
    'device',
    read('device').map((text) => text.toLowerCase()),
  );
  add('referrer', [...read('referer'), ...read('refererUrl')].map(readReferrer));
  for (const [name, dimension] of Object.entries(direct)) add(dimension, read(name));
  const triggers = read('trigger');
  if (triggers.some((trigger) => trigger !== 'qr'))
    throw unprocessable('invalid_value: trigger: This server can only filter for qr.');
  if (triggers.length > 0 || query.get('qr') === 'true') add('source', [SCAN_SOURCE]);
  if (query.get('query')) throw unprocessable('invalid_value: query: This server has no such filter.');
  return filters;
}
