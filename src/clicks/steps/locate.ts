import { countryName } from '../../geo/countries.ts';
import type { Places } from '../../geo/places.ts';
import type { Step } from '../step.ts';

/** Tells where the visitor is: places of one name in different countries are different places. */
export function locateWith(places: Places): Step {
  return ({ address }, { values }) => {
    const place = places.placeOf(address);
    if (!place.country) return;
    const country = countryName(place.country) ?? place.country;
    values.country = country;
    if (place.region) values.region = `${place.region}, ${country}`;
    if (place.city) values.city = `${place.city}, ${country}`;
  };
}
