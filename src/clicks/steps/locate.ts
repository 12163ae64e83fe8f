import { countryName } from '../../geo/countries.ts';
import type { Place, Places } from '../../geo/places.ts';
import type { Step } from '../step.ts';

function namesOf({ country: code, region, city }: Place): Place {
  const country = countryName(code) ?? code;
  return { country, region: region && `${region}, ${country}`, city: city && `${city}, ${country}` };
}

/** Tells where the visitor is: places of one name in different countries are different places. */
export function locateWith(places: Places): Step {
  // A word that was there before is found faster than one that is put together anew.
  const known = new WeakMap<Place, Place>();
  return ({ address }, { values }) => {
    const place = places.placeOf(address);
    if (!place.country) return;
    let names = known.get(place);
    if (!names) {
      names = namesOf(place);
      known.set(place, names);
    }
    values.country = names.country;
    if (names.region) values.region = names.region;
    if (names.city) values.city = names.city;
  };
}
