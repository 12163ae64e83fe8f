import { RecentMap } from '../../lib/recent-map.ts';
import { defineStep } from '../enrich-step.ts';

const known = new RecentMap<string>(2_000);
const encoded = new RecentMap<string>(2_000);

/** Converts a route to one byte per character, which the journal can hold. */
export function encodeRoute(route: string): string {
  let bytes = encoded.get(route);
  if (bytes === undefined) {
    bytes = Buffer.from(route, 'utf8').toString('latin1');
    encoded.set(route, bytes);
  }
  return bytes;
}

function decodeRoute(bytes: string): string {
  let route = known.get(bytes);
  if (route === undefined) {
    route = Buffer.from(bytes, 'latin1').toString('utf8');
    known.set(bytes, route);
  }
  return route;
}

/** Reads what chose the destination. The destination of the link itself is no value, so that a plain link stores nothing. */
export const readRoute = defineStep({
  name: 'read-route',
  fills: ['route'],
  run({ record: { route } }, { values }) {
    if (route !== '') values.route = decodeRoute(route);
  },
});
