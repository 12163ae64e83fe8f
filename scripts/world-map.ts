import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { countryName } from '../src/geo/countries.ts';
import { areaOf, middleOf, type Point, simplifyLine } from './simplify-arcs.ts';

const WIDTH = 2000;
const TOP = 486;
/** So that the edge of the map runs through the Bering Strait, where nobody lives. */
const MIDDLE_LONGITUDE = 11;
const LEAST_SPAN = 5;
const LEAST_ISLAND = 8;
/** What is smaller than this as a whole can hardly be hit, and becomes a dot. */
const LEAST_COUNTRY = 16;

// Places without a number of their own, by what addresses there are counted for; the rest of those is nobody's.
const WITHOUT_NUMBER: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
const LEFT_OUT = new Set(['AQ']);

interface Geometry {
  type: string;
  id?: string;
  properties: { name: string };
  arcs?: number[][] | number[][][];
}

interface Atlas {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: { countries: { geometries: Geometry[] } };
}

const alpha2ByNumber = new Map(codes.map(([alpha2, , number]) => [Number(number), alpha2]));

/** The Equal Earth projection (Šavrič, Patterson and Jenny, 2018): areas are told truly, as a map of counts should. */
function project([longitude, latitude]: Point): Point {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const m = Math.sqrt(3) / 2;
  const t = Math.asin(m * Math.sin((latitude * Math.PI) / 180));
  const [t2, t6] = [t ** 2, t ** 6];
  const turned = ((longitude - MIDDLE_LONGITUDE + 540) % 360) - 180;
  const x = ((turned * Math.PI) / 180) * (Math.cos(t) / (m * (a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2))));
  const y = t * (a1 + a2 * t2 + t6 * (a3 + a4 * t2));
  const scale = WIDTH / 2 / 2.7066;
  return [WIDTH / 2 + x * scale, TOP - y * scale];
}

/** Each arc is a list of steps, and is shared by the countries on both sides of it. */
function readArcs({ transform, arcs }: Atlas): Point[][] {
  const [[sx, sy], [tx, ty]] = [transform.scale, transform.translate];
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    const line = arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return project([x * sx + tx, y * sy + ty]);
    });
    return simplifyLine(line, LEAST_SPAN);
  });
}

function ringOf(arcs: Point[][], indexes: number[]): Point[] {
  const ring = indexes.flatMap((index) => {
    const line = index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? []);
    return line.slice(0, -1);
  });
  return ring.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
}

/** Of the islands in the strait, one lies across the edge. */
function isInOnePiece(ring: Point[]): boolean {
  const xs = ring.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs) < WIDTH / 2;
}

function ringsByCode(atlas: Atlas): Map<string, Point[][]> {
  const arcs = readArcs(atlas);
  const found = new Map<string, Point[][]>();
  for (const { type, id, properties, arcs: own = [] } of atlas.objects.countries.geometries) {
    const code = id === undefined ? WITHOUT_NUMBER[properties.name] : alpha2ByNumber.get(Number(id));
    if (code === undefined || LEFT_OUT.has(code)) continue;
    const polygons = (type === 'Polygon' ? [own] : own) as number[][][];
    const rings = polygons.flatMap((polygon) => polygon.map((indexes) => ringOf(arcs, indexes)));
    found.set(code, [...(found.get(code) ?? []), ...rings.filter(isInOnePiece)]);
  }
  return found;
}

function writePath(ring: Point[]): string {
  let text = '';
  let [beforeX, beforeY] = [0, 0];
  for (const [index, [x, y]] of ring.entries()) {
    const [dx, dy] = [x - beforeX, y - beforeY];
    if (index > 0 && dx === 0 && dy === 0) continue;
    text += index === 0 ? `M${x} ${y}l` : `${dx < 0 || text.endsWith('l') ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
    [beforeX, beforeY] = [x, y];
  }
  return `${text}z`;
}

function shapeOf(rings: Point[][]): string {
  const bySize = rings.map((ring) => ({ ring, area: areaOf(ring) })).sort((one, other) => other.area - one.area);
  const [largest] = bySize;
  if (!largest) throw new Error('a country has no shape');
  if (largest.area < LEAST_COUNTRY) return middleOf(largest.ring).map(Math.round).join(' ');
  return bySize
    .filter(({ area }) => area >= LEAST_ISLAND)
    .map(({ ring }) => writePath(ring))
    .join('');
}

/** The map of the world for the dashboard: a line for each country, with the name that statistics have for it. */
export async function worldMapFile(): Promise<string> {
  const atlas: Atlas = await Bun.file('node_modules/world-atlas/countries-50m.json').json();
  const rows = [...ringsByCode(atlas)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, rings]) => {
      const name = countryName(code);
      if (name === undefined) throw new Error(`${code} has no name`);
      return `  ${code}: [${JSON.stringify(name)}, '${shapeOf(rings)}'],`;
    });
  return [
    '// Made from Natural Earth, in the form of the package world-atlas, by `npm run generate`.',
    '',
    '/** Each country by its ISO code: the name that the API has for it, and its outline, or where it is if it is tiny. */',
    'export const worldShapes: Record<string, readonly [name: string, shape: string]> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
