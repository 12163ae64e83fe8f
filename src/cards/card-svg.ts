import { type LineStyle, textLinePath } from '../qr/caption.ts';
import { outlineOf } from '../qr/svg.ts';
import { CARD_HEIGHT, CARD_WIDTH, type Card } from './card.ts';
import { drawableText, type FittedText, fitText } from './card-text.ts';

/** A QR code that has been drawn. */
export interface PlacedCode {
  /** A `data:` URL of its image. */
  address: string;
  width: number;
  height: number;
}

// The colors of our pages in the light scheme.
const GROUND = '#f6fafb';
const INK = '#182125';
const QUIET = '#555f65';
const LINE = '#d9dfe2';
const ACCENT = '#006159';

const EDGE = 80;
const PANEL = { x: 716, y: 113, side: 404, radius: 24, pad: 22 };

/** The maximum size of a code. */
export const CODE_BOX = { width: PANEL.side - 2 * PANEL.pad, height: PANEL.side - 2 * PANEL.pad };

const TITLE: LineStyle = { bolderBy: 42, tracking: -28 };
const ADDRESS: LineStyle = { bolderBy: 14, tracking: 0 };
const NAME: LineStyle = { bolderBy: 34, tracking: -10 };

const TITLE_LEADING = 1.16;
const ADDRESS_LEADING = 1.3;
// The space that a URL needs above its capitals to stay clear of the title.
const GAP = 32;
const CAPITALS = 0.73;

const MARK = '<path d="M14 3h4v27h-4z"/><path d="M6 6h17l5 4-5 4H6z"/><path d="M26 16H10l-5 4 5 4h16z" opacity=".65"/>';
const LOCK =
  '<rect x="5.5" y="10.5" width="13" height="9.5" rx="2"/><path d="M8.5 10.5V7.75a3.5 3.5 0 0 1 7 0v2.75M12 14.25v2"/>';
const LOCK_PX = 64;

function drawText(text: FittedText, top: number, leading: number, style: LineStyle, color: string): string {
  const { lines, fontSize } = text;
  return lines
    .map((line, index) => {
      const baseline = top + fontSize * (CAPITALS + index * leading);
      return `<path fill="${color}" d="${outlineOf(textLinePath(line, EDGE, baseline, fontSize, style))}"/>`;
    })
    .join('');
}

/** From the top of the first line's capitals to the bottom of the last line. */
function heightOf({ lines, fontSize }: FittedText, leading: number): number {
  return lines.length === 0 ? 0 : fontSize * (CAPITALS + (lines.length - 1) * leading);
}

function drawPanel({ address, width, height }: PlacedCode): string {
  const { x, y, side, radius } = PANEL;
  const place = `x="${x + Math.round((side - width) / 2)}" y="${y + Math.round((side - height) / 2)}"`;
  return (
    `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${radius}" fill="#fff" stroke="${LINE}" stroke-width="2"/>` +
    `<image ${place} width="${width}" height="${height}" href="${address}"/>`
  );
}

/** The card as an SVG with all text as outlines; it contains only shapes and the code's image. */
export function cardSvg({ title, address, isLocked = false }: Card, code: PlacedCode | undefined): string {
  const width = (code ? PANEL.x - 56 : CARD_WIDTH - EDGE) - EDGE;
  const words = drawableText(title);
  const heading = fitText(words ?? address, width, { sizes: [76, 64, 54, 46], maxLines: 4 }, TITLE);
  const isAlone = words === undefined || words === address;
  const below = isAlone
    ? { lines: [], fontSize: 0 }
    : fitText(address, width, { sizes: [36, 30], maxLines: 2 }, ADDRESS);
  const lockHeight = isLocked ? LOCK_PX + GAP : 0;
  const gap = isAlone ? 0 : GAP + below.fontSize * 0.2;
  const height = lockHeight + heightOf(heading, TITLE_LEADING) + gap + heightOf(below, ADDRESS_LEADING);
  const top = (CARD_HEIGHT - height) / 2 - 8;
  const titleTop = top + lockHeight;
  const addressTop = titleTop + heightOf(heading, TITLE_LEADING) + gap;
  const name = outlineOf(textLinePath('Signpost', EDGE + 40, CARD_HEIGHT - 52, 28, NAME));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">`,
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${GROUND}"/><rect width="20" height="${CARD_HEIGHT}" fill="${ACCENT}"/>`,
    isLocked
      ? `<g transform="translate(${EDGE - 12} ${top}) scale(${LOCK_PX / 24})" fill="none" stroke="${ACCENT}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${LOCK}</g>`
      : '',
    drawText(heading, titleTop, TITLE_LEADING, TITLE, INK),
    drawText(below, addressTop, ADDRESS_LEADING, ADDRESS, ACCENT),
    `<g transform="translate(${EDGE - 4} ${CARD_HEIGHT - 52 - 29})" fill="${ACCENT}"><g transform="scale(1.1)">${MARK}</g></g>`,
    `<path fill="${QUIET}" d="${name}"/>`,
    code ? drawPanel(code) : '',
    '</svg>',
  ].join('');
}
