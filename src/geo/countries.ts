import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { EVERYDAY_NAMES, OTHER_NAMES } from './country-names.ts';
import { foldName, foldRegion } from './fold-name.ts';

/** A country or territory of ISO 3166, or Kosovo (`XK`); `code` is alpha-2 in upper case, `name` the everyday English one. */
export interface Country {
  code: string;
  name: string;
}

/** The location of a rule: a whole country, or one region of it in the form that `Places.regionOf` returns. */
export interface Region {
  country: Country;
  region: string | undefined;
}

// The longest valid text is `South Georgia and the South Sandwich Islands-` and a region.
const MAX_LOCATION_LENGTH = 160;
const REGION = /^[\p{L}\p{M}\p{N} '’ʼ.,()-]{1,80}$/u;

// Codes of ISO 3166-2, such as `US-CA` or `GB-ENG`, are refused: the data has only the names of regions, so they never match.
const REGION_CODE = /^([A-Za-z\d]{1,2}|\d{3})$/;
const SUBDIVISION = /^[A-Z]{2}-[A-Z]{3}$/;

const byCode = new Map<string, Country>();
const byKey = new Map<string, Country>();

function keyOf(text: string): string {
  const key = foldName(text)
    .replaceAll('&', ' and ')
    .replace(/\b-\b/g, ' ')
    .replace(/[.,']/g, '')
    .replace(/ +/g, ' ')
    .trim();
  return key.startsWith('st ') ? `saint ${key.slice(3)}` : key;
}

function fillIndex(): void {
  const listed: Record<string, string | string[]> = english.countries;
  for (const [code, given] of Object.entries(listed)) {
    const names = [given].flat();
    const country = { code, name: EVERYDAY_NAMES[code] ?? names[0] ?? code };
    byCode.set(code, country);
    // The list has `Congo` for two countries; our own table decides.
    const own = [country.name, ...(OTHER_NAMES[code] ?? [])];
    for (const name of names) if (!byKey.has(keyOf(name))) byKey.set(keyOf(name), country);
    for (const name of own) byKey.set(keyOf(name), country);
  }
  // Codes are added last, so that no name replaces one.
  for (const [alpha2 = '', alpha3 = ''] of codes) {
    const country = byCode.get(alpha2);
    if (!country) continue;
    byKey.set(alpha2.toLowerCase(), country);
    byKey.set(alpha3.toLowerCase(), country);
  }
}
fillIndex();

/** Finds a country by its English name, a usual other name, or its ISO alpha-2 or alpha-3 code, ignoring case and accents. */
export function findCountry(text: string): Country | undefined {
  if (text.length > MAX_LOCATION_LENGTH) return undefined;
  const key = keyOf(text);
  return byKey.get(key) ?? (key.startsWith('the ') ? byKey.get(key.slice(4)) : undefined);
}

/** The everyday English name for an ISO alpha-2 code in upper case. */
export function countryName(code: string): string | undefined {
  return byCode.get(code)?.name;
}

/** Parses `Country` or `Country-Region`. Names may contain hyphens, so the longest prefix that is a country counts. */
export function parseLocation(text: string): Region | undefined {
  if (text.length > MAX_LOCATION_LENGTH) return undefined;
  const whole = findCountry(text);
  if (whole) return { country: whole, region: undefined };
  for (let at = text.lastIndexOf('-'); at > 0; at = text.lastIndexOf('-', at - 1)) {
    const country = findCountry(text.slice(0, at));
    if (!country) continue;
    const region = text.slice(at + 1).trim();
    if (REGION_CODE.test(region) || SUBDIVISION.test(text.trim())) return undefined;
    return REGION.test(region) ? { country, region: foldRegion(region) } : undefined;
  }
  return undefined;
}

/** The location as the API shows it: `canada`, `canada-quebec`. */
export function locationName({ country, region }: Region): string {
  const name = country.name.toLowerCase();
  return region === undefined ? name : `${name}-${region}`;
}
