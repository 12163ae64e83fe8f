import { countryName } from '../../geo/countries.ts';
import type { Place, Places } from '../../geo/places.ts';
import { defineStep } from '../enrich-step.ts';

function namesOf({ country: code, region, city }: Place): Place {
  const country = countryName(code) ?? code;
  return { country, region: region && `${region}, ${country}`, city: city && `${city}, ${country}` };
}

/** Finds country, region and city of the address. The country is part of the names: cities in two countries may share one. */
export function locateVisitor(places: Places) {
  // The same string each time: a Map finds it faster than an equal one that was just built.
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
