import { captionWidth, normalizeCaption } from './caption.ts';
import { codeMatrixOf } from './code-matrix.ts';
import { eyePath, isInEye } from './eye-path.ts';
import { findLogoPlace } from './logo-place.ts';
import { modulePath } from './module-path.ts';
import { type Box, movePath, type Path, roundedBox } from './path.ts';
import { marginOf, type QrPicture } from './picture.ts';
import { CAP_HEIGHT, UNITS_PER_EM } from './typeface.ts';

/** Foreground or background; a gradient applies to the foreground. */
export type Tone = 'ink' | 'paper';

/** A path in one tone, painted over the paths before it. */
export interface Layer {
  path: Path;
  tone: Tone;
  /** Whether all edges are horizontal or vertical, so that they can be aligned to whole pixels. */
  isCrisp: boolean;
}

/** The caption with its position and a size that fits. */
export interface CaptionLine {
  text: string;
  tone: Tone;
  /** The center of the line. */
  x: number;
  baseline: number;
  fontSize: number;
  width: number;
}

/** The image in units of modules: what SVG, PNG and PDF have in common. */
export interface Drawing {
  width: number;
  height: number;
  layers: Layer[];
  caption: CaptionLine | undefined;
  logo: Box | undefined;
}

type Modules = boolean[][];

function codeLayers(picture: QrPicture, modules: Modules, x: number, y: number): Pick<Drawing, 'layers' | 'logo'> {
  const { style = 'square', eyeStyle = 'square', logo } = picture;
  const size = modules.length;
  const place = logo && findLogoPlace(size, logo);
  const isCleared = (column: number, row: number) => {
    if (!place) return false;
    const { cleared } = place;
    return (
      column >= cleared.x && column < cleared.x + cleared.width && row >= cleared.y && row < cleared.y + cleared.height
    );
  };
  const isDark = (column: number, row: number) =>
    modules[row]?.[column] === true && !isInEye(size, column, row) && !isCleared(column, row);
  return {
    layers: [
      { path: movePath(modulePath(size, isDark, style), x, y), tone: 'ink', isCrisp: style === 'square' },
      { path: movePath(eyePath(size, eyeStyle), x, y), tone: 'ink', isCrisp: eyeStyle === 'square' },
    ],
    logo: place && { ...place.picture, x: place.picture.x + x, y: place.picture.y + y },
  };
}

function captionLine(text: string, tone: Tone, box: Box, fontSize: number): CaptionLine | undefined {
  if (text === '') return undefined;
  const ems = captionWidth(text);
  const fitting = ems === 0 ? fontSize : Math.min(fontSize, box.width / ems);
  const capHeight = (CAP_HEIGHT / UNITS_PER_EM) * fitting;
  return {
    text,
    tone,
    x: box.x + box.width / 2,
    baseline: box.y + (box.height + capHeight) / 2,
    fontSize: fitting,
    width: ems * fitting,
  };
}

function framed(picture: QrPicture, modules: Modules, caption: string): Drawing {
  const margin = marginOf(picture);
  const card = modules.length + 2 * margin;
  const isBand = (picture.frame?.style ?? 'band') === 'band';
  const text = normalizeCaption(caption);
  // All measures of a frame are fractions of the card's width, so that it looks the same around small and large codes.
  const edge = card * (isBand ? 0.035 : 0.012);
  const foot = text === '' ? 0 : card * 0.17;
  const radius = card * 0.06;
  // A small margin outside, or the frame's round corners would look clipped.
  const pad = card * 0.03;
  const panel: Box = {
    x: pad,
    y: pad,
    width: card + 2 * edge,
    height: card + foot + (isBand && foot > 0 ? edge : 2 * edge),
  };
  const inner: Box = { x: pad + edge, y: pad + edge, width: card, height: isBand ? card : card + foot };
  // The quiet zone already separates the caption from the code, so the caption moves up into it a little.
  const lift = isBand ? 0 : Math.min(margin * 0.5, foot * 0.25);
  const footBox: Box = { x: inner.x + card * 0.05, y: pad + edge + card - lift, width: card * 0.9, height: foot };
  const { layers, logo } = codeLayers(picture, modules, inner.x + margin, inner.y + margin);
  return {
    width: panel.width + 2 * pad,
    height: panel.height + 2 * pad,
    layers: [
      { path: roundedBox(panel, radius), tone: 'ink', isCrisp: false },
      { path: roundedBox(inner, radius - edge), tone: 'paper', isCrisp: false },
      ...layers,
    ],
    caption: captionLine(text, isBand ? 'paper' : 'ink', footBox, foot * 0.5),
    logo,
  };
}

/** Lays out an image whose content fits into a code; an unreadable logo is omitted. */
export function layOut(picture: QrPicture): Drawing {
  const { modules } = codeMatrixOf(picture);
  if (picture.frame) return framed(picture, modules, picture.frame.caption);
  const margin = marginOf(picture);
  const side = modules.length + 2 * margin;
  return { width: side, height: side, ...codeLayers(picture, modules, margin, margin), caption: undefined };
}
