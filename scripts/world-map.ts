import { geoEqualEarth, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature } from 'topojson-client';
import * as topojson from 'topojson-simplify';
import { countryName } from '../src/geo/countries.ts';

interface Named {
  id?: string | number;
  properties: { name: string };
}

type Country = Named & ({ type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] });

type Atlas = Parameters<typeof topojson.simplify>[0] & {
  objects: { countries: { type: 'GeometryCollection'; geometries: Country[] } };
};

const WIDTH = 2000;
const TOP = 486;
/** Half the width of the Equal Earth projection at scale 1. */
const HALF_WIDTH = 2.7066;
const SCALE = WIDTH / 2 / HALF_WIDTH;
/** Rotates the map so that its edge crosses the Bering Strait, where almost nobody lives. */
const MIDDLE_LONGITUDE = 11;

// Equal Earth preserves areas, so a square pixel of the map is a fixed area of the sphere.
const SQUARE_PIXEL = 1 / SCALE ** 2;
const MIN_CORNER = 2.5 * SQUARE_PIXEL;
const MIN_ISLAND = 8 * SQUARE_PIXEL;
/** A country smaller than this, in square pixels, is too small to point at and becomes a dot. */
const MIN_COUNTRY_PX = 16;

// Territories without an ISO number, and the country code that GeoIP data uses for them.
const WITHOUT_NUMBER: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
const OMITTED = new Set(['AQ']);

const alpha2ByNumber = new Map(codes.map(([alpha2, , number]) => [Number(number), alpha2]));

const projection = geoEqualEarth()
  .rotate([-MIDDLE_LONGITUDE, 0])
  .scale(SCALE)
  .translate([WIDTH / 2, TOP])
  .precision(0);
const path = geoPath(projection).digits(0);

function groupByCode({ objects }: Atlas): Map<string, Country[]> {
  const found = new Map<string, Country[]>();
  for (const country of objects.countries.geometries) {
    const { id, properties } = country;
    const code = id === undefined ? WITHOUT_NUMBER[properties.name] : alpha2ByNumber.get(Number(id));
    if (code !== undefined && !OMITTED.has(code)) found.set(code, [...(found.get(code) ?? []), country]);
  }
  return found;
}

/** Removes islands and corners that are too small to see; borders stay shared by the countries on both sides. */
function simplifyAtlas(atlas: Atlas): Atlas {
  const weighted = topojson.presimplify(atlas, topojson.sphericalTriangleArea);
  const areaOf = (ring: topojson.Ring) => {
    const area = topojson.sphericalRingArea(ring, false);
    // A hole has the opposite winding, so its area is that of the rest of the sphere.
    return Math.min(area, 4 * Math.PI - area);
  };
  const large = topojson.filter(weighted, topojson.filterWeight(weighted, MIN_ISLAND, areaOf));
  return topojson.simplify(large as Atlas, MIN_CORNER) as Atlas;
}

/** The position of the largest part of a country, if that part is tiny. */
function findDot(atlas: Atlas, countries: Country[]): string | undefined {
  const parts = countries.flatMap((country) => {
    const polygons = country.type === 'Polygon' ? [country.arcs] : country.arcs;
    return polygons.map((arcs) => feature(atlas, { type: 'Polygon', arcs }));
  });
  const [largest] = parts.sort((one, other) => path.area(other) - path.area(one));
  if (!largest) throw new Error('a country has no shape');
  return path.area(largest) < MIN_COUNTRY_PX ? path.centroid(largest).map(Math.round).join(' ') : undefined;
}

/** Converts a path to relative steps, which takes half as many bytes. */
function makeRelative(absolute: string): string {
  let [fromX, fromY] = [0, 0];
  let isFirstStep = true;
  const relative = absolute.replaceAll('Z', 'z').replace(/([ML])(-?\d+),(-?\d+)/g, (_, letter, toX, toY) => {
    const [x, y] = [Number(toX) - fromX, Number(toY) - fromY];
    [fromX, fromY] = [Number(toX), Number(toY)];
    if (letter === 'M') {
      isFirstStep = true;
      return `M${toX} ${toY}`;
    }
    if (x === 0 && y === 0) return '';
    const separator = isFirstStep ? 'l' : x < 0 ? '' : ' ';
    isFirstStep = false;
    return `${separator}${x}${y < 0 ? '' : ' '}${y}`;
  });
  // Rounded to whole pixels, a narrow island may be a single point.
  return relative.replace(/M\d+ \d+z/g, '');
}

/** The world map of the dashboard: one path for each country, with its name in the statistics. */
export async function worldMapFile(): Promise<string> {
  const atlas: Atlas = await Bun.file('node_modules/world-atlas/countries-50m.json').json();
  const simple = simplifyAtlas(atlas);
  const outlines = groupByCode(simple);
  const rows = [...groupByCode(atlas)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, countries]) => {
      const name = countryName(code);
      if (name === undefined) throw new Error(`${code} has no name`);
      const outline = feature(simple, { type: 'GeometryCollection', geometries: outlines.get(code) ?? [] });
      const shape = findDot(atlas, countries) ?? makeRelative(path(outline) ?? '');
      return `  ${code}: [${JSON.stringify(name)}, '${shape}'],`;
    });
  return [
    '// Generated from Natural Earth (package world-atlas) by `npm run generate`.',
    '',
    '/** Each country by its ISO code: its name in the API, and its outline, or its position if it is tiny. */',
    'export const worldShapes: Record<string, readonly [name: string, shape: string]> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
