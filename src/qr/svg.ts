import { escapeHtml } from '../lib/html.ts';
import { formatColor } from './color.ts';
import { type CaptionLine, type Layer, layOut } from './drawing.ts';
import { findGradientLine } from './gradient.ts';
import { findLogoHeader } from './logo-place.ts';
import type { Box, Path } from './path.ts';
import { colorsOf, type QrPicture, sizeOf } from './picture.ts';

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function numbers(...values: number[]): string {
  return values.map(short).join(' ');
}

/** A path as the `d` attribute, without its dots. */
export function outlineOf(path: Path): string {
  let text = '';
  for (const step of path) {
    if (step[0] === 'O') continue;
    if (step[0] === 'M' && text !== '') text += 'Z';
    const [letter, ...values] = step;
    text += letter + numbers(...values);
  }
  return text === '' ? '' : `${text}Z`;
}

// A zero-length line with round ends is the shortest way to draw a dot; all dots of a path have one size.
function dotsOf(path: Path): { points: string; radius: number } {
  let points = '';
  let radius = 0;
  for (const step of path) {
    if (step[0] !== 'O') continue;
    points += `M${numbers(step[1], step[2])}h0`;
    radius = step[3];
  }
  return { points, radius };
}

function drawLayer({ path, isCrisp }: Layer, paint: string): string {
  const outline = outlineOf(path);
  const { points, radius } = dotsOf(path);
  const crisp = isCrisp ? ' shape-rendering="crispEdges"' : '';
  const filled = outline === '' ? '' : `<path fill="${paint}"${crisp} d="${outline}"/>`;
  if (points === '') return filled;
  return `${filled}<path fill="none" stroke="${paint}" stroke-width="${short(radius * 2)}" stroke-linecap="round" d="${points}"/>`;
}

// `textLength` keeps the text inside its frame in any font.
function drawCaption({ text, x, baseline, fontSize, width }: CaptionLine, paint: string): string {
  const place = `x="${short(x)}" y="${short(baseline)}" textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"`;
  const font = `font-family="Inter, 'Inter Variable', system-ui, sans-serif" font-weight="600" font-size="${short(fontSize)}"`;
  return `<text ${place} text-anchor="middle" ${font} fill="${paint}">${escapeHtml(text)}</text>`;
}

function drawLogo({ x, y, width, height }: Box, bytes: Uint8Array): string {
  const address = `data:image/${findLogoHeader(bytes)?.kind};base64,${Buffer.from(bytes).toString('base64')}`;
  const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  return `<image ${place} preserveAspectRatio="none" href="${address}"/>`;
}

/** The image as an SVG document; the caption is text, in Inter if the viewer has that font. */
export function drawSvg(picture: QrPicture): string {
  const drawing = layOut(picture);
  const { width, height, layers, caption, logo } = drawing;
  const size = sizeOf(picture);
  const { ink, inkTo, paper } = colorsOf(picture);
  const line = findGradientLine(picture, drawing);
  // Gradients of several codes on one page must not clash, so the id contains everything that defines the gradient.
  const name = `ink-${[...ink, ...inkTo, ...Object.values(line ?? {}).map(short)].join('-')}`;
  const paints = { ink: line ? `url(#${name})` : formatColor(ink), paper: formatColor(paper) };
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${Math.round((size * height) / width)}" viewBox="0 0 ${numbers(width, height)}">`,
  ];
  if (line) {
    const ends = `x1="${short(line.x1)}" y1="${short(line.y1)}" x2="${short(line.x2)}" y2="${short(line.y2)}"`;
    const stops = `<stop stop-color="${formatColor(ink)}"/><stop offset="1" stop-color="${formatColor(inkTo)}"/>`;
    parts.push(
      `<defs><linearGradient id="${name}" gradientUnits="userSpaceOnUse" ${ends}>${stops}</linearGradient></defs>`,
    );
  }
  parts.push(`<rect width="${short(width)}" height="${short(height)}" fill="${paints.paper}"/>`);
  parts.push(...layers.map((layer) => drawLayer(layer, paints[layer.tone])));
  if (caption) parts.push(drawCaption(caption, paints[caption.tone]));
  if (logo && picture.logo) parts.push(drawLogo(logo, picture.logo.bytes));
  return `${parts.join('')}</svg>`;
}
