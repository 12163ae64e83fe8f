import { composeAgent } from '../../agent/compose-agent.ts';
import { findCountry } from '../../geo/countries.ts';
import { isDnsName } from '../../lib/url.ts';
import type { MissOfDay } from '../../resources/misses/miss.store.ts';
import type { Dimension } from '../../rollups/dimension.ts';
import type { Texts } from '../../stats/word-text-cache.ts';
import { formatDate } from './read-request.ts';
import type { PagedVisit } from './visit-list.ts';

/** Names of regions and cities end with the country, because they are not unique. */
function withoutCountry(place: string, country: string): string {
  const end = `, ${country}`;
  return place.endsWith(end) ? place.slice(0, -end.length) : place;
}

function showLocation(country: string, region: string, city: string) {
  if (country === '') return null;
  return {
    countryCode: findCountry(country)?.code ?? '',
    countryName: country,
    regionName: withoutCountry(region, country),
    cityName: withoutCountry(city, country),
    // Statistics have no coordinates.
    latitude: null,
    longitude: null,
    timezone: null,
    isEmpty: false,
  };
}

/** A visit as Shlink's API shows it. Of the referrer, only the host is stored. */
export function showVisit({ click }: PagedVisit, texts: Texts, visitedUrl: string) {
  const textOf = (dimension: Dimension) => texts.get(click[dimension]) ?? '';
  const referrer = textOf('referrer');
  const isBot = click.bot !== 0;
  return {
    referer: isDnsName(referrer) ? `https://${referrer}` : referrer,
    date: formatDate(click.at),
    userAgent: composeAgent({ browser: textOf('browser'), os: textOf('os'), device: textOf('device'), isBot }),
    visitLocation: showLocation(textOf('country'), textOf('region'), textOf('city')),
    potentialBot: isBot,
    visitedUrl,
    // Which destination was current at the time of the visit is not stored.
    redirectUrl: null,
  };
}

/** A request for an alias that does not exist. Only its count and the time of the last request of a day are stored. */
export function showOrphan({ code, lastAt }: MissOfDay, origin: string) {
  return {
    referer: '',
    date: formatDate(lastAt),
    userAgent: '',
    visitLocation: null,
    potentialBot: false,
    visitedUrl: code === '' ? '' : `${origin}/${code}`,
    redirectUrl: null,
    type: 'invalid_short_url',
  };
}
