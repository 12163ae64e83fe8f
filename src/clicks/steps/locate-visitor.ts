import { countryName } from '../../geo/countries.ts';
import type { Place, Places } from '../../geo/places.ts';
import { defineStep } from '../enrich-step.ts';

function namesOf({ country: code, region, city }: Place): Place {
  const country = countryName(code) ?? code;
  return { country, region: region && `${region}, ${country}`, city: city && `${city}, ${country}` };
}

/** Finds country, region and city of the address. The names of cities include the country, because they are not unique. */
export function locateVisitor(places: Places) {
  // Reuses the strings: a Map finds the same string faster than a new, equal one.
  const known = new WeakMap<Place, Place>();

  function findNames(address: string): Place {
    const place = places.placeOf(address);
    let names = known.get(place);
    if (!names) {
      names = namesOf(place);
      known.set(place, names);
    }
    return names;
  }

  return defineStep({
    name: 'locate-visitor',
    fills: ['country', 'region', 'city'],
    run({ origin }, { values }) {
      origin.place ??= findNames(origin.address);
      const { country, region, city } = origin.place;
      if (country) values.country = country;
      if (region) values.region = region;
      if (city) values.city = city;
    },
  });
}
