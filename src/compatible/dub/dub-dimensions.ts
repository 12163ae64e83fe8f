import { findCountry } from '../../geo/countries.ts';
import type { Dimension } from '../../rollups/dimension.ts';

/** The name and the country of `Munich, Germany`. Names of countries may contain a comma. */
export function splitPlace(text: string): { name: string; country: string } {
  for (let at = text.lastIndexOf(', '); at > 0; at = text.lastIndexOf(', ', at - 1)) {
    const country = findCountry(text.slice(at + 2));
    if (country) return { name: text.slice(0, at), country: country.code };
  }
  return { name: text, country: 'Unknown' };
}

/** The ISO code of a country that our statistics name. */
export function codeOf(country: string): string {
  return findCountry(country)?.code ?? 'Unknown';
}

/** Dub writes devices with a capital letter. */
export function capitalize(text: string): string {
  return text === '' ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The groups that are counts of one of our dimensions. */
export const dimensionGroups: Record<string, { by: Dimension; show(text: string): Record<string, string> }> = {
  countries: { by: 'country', show: (text) => ({ country: codeOf(text), region: '*', city: '*' }) },
  regions: {
    by: 'region',
    show(text) {
      const { name, country } = splitPlace(text);
      return { country, region: name, city: '*' };
    },
  },
  cities: {
    by: 'city',
    show(text) {
      const { name, country } = splitPlace(text);
      return { country, region: '*', city: name };
    },
  },
  devices: { by: 'device', show: (text) => ({ device: capitalize(text) }) },
  browsers: { by: 'browser', show: (browser) => ({ browser }) },
  os: { by: 'os', show: (os) => ({ os }) },
  utm_sources: { by: 'utm_source', show: (text) => ({ utm_source: text }) },
  utm_mediums: { by: 'utm_medium', show: (text) => ({ utm_medium: text }) },
  utm_campaigns: { by: 'utm_campaign', show: (text) => ({ utm_campaign: text }) },
  utm_terms: { by: 'utm_term', show: (text) => ({ utm_term: text }) },
  utm_contents: { by: 'utm_content', show: (text) => ({ utm_content: text }) },
};
