import { captionPath } from './caption.ts';
import type { Color } from './color.ts';
import { type Drawing, layOut, type Tone } from './drawing.ts';
import { findGradientLine, type GradientLine } from './gradient.ts';
import { decodeImage } from './image-pixels.ts';
import type { Path } from './path.ts';
import { PdfFile } from './pdf-file.ts';
import { colorsOf, type QrPicture, sizeOf } from './picture.ts';

// A CSS pixel is 1/96 inch, a PDF point is 1/72 inch.
const POINTS_PER_PX = 0.75;

function numbers(...values: number[]): string {
  return values.map((value) => String(Math.round(value * 10_000) / 10_000)).join(' ');
}

function channels(color: Color): string {
  return numbers(...color.map((channel) => channel / 255));
}

function outlineOf(path: Path): string {
  const lines: string[] = [];
  for (const step of path) {
    if (step[0] === 'O') continue;
    const [letter, ...values] = step;
    if (letter === 'M' && lines.length > 0) lines.push('h');
    lines.push(`${numbers(...values)} ${letter === 'M' ? 'm' : letter === 'L' ? 'l' : 'c'}`);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\nh f\n`;
}

// As in SVG, a zero-length line with round ends is a dot.
function dotsOf(path: Path): string {
  const dots = path.filter((step) => step[0] === 'O');
  const radius = dots[0]?.[3];
  if (radius === undefined) return '';
  const lines = dots.map(([, x, y]) => `${numbers(x, y)} m ${numbers(x, y)} l`);
  return `1 J ${numbers(radius * 2)} w\n${lines.join('\n')}\nS\n`;
}

function contentOf(drawing: Drawing, scale: number, paints: Record<Tone, string>): string {
  const { width, height, layers, caption, logo } = drawing;
  // The y axis of the drawing points down, that of a page up.
  const parts = [`${numbers(scale, 0, 0, -scale, 0, height * scale)} cm\n`];
  parts.push(`${paints.paper}0 0 ${numbers(width, height)} re f\n`);
  for (const { path, tone } of layers) parts.push(paints[tone], outlineOf(path), dotsOf(path));
  if (caption) {
    const { text, x, baseline, fontSize, tone } = caption;
    parts.push(paints[tone], outlineOf(captionPath(text, x, baseline, fontSize)));
  }
  if (logo) parts.push(`q ${numbers(logo.width, 0, 0, -logo.height, logo.x, logo.y + logo.height)} cm /Logo Do Q\n`);
  return parts.join('');
}

function addGradient(file: PdfFile, line: GradientLine, matrix: string, ink: Color, inkTo: Color): number {
  const change = `<< /FunctionType 2 /Domain [0 1] /C0 [${channels(ink)}] /C1 [${channels(inkTo)}] /N 1 >>`;
  const ends = numbers(line.x1, line.y1, line.x2, line.y2);
  const shading = `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [${ends}] /Function ${change} /Extend [true true] >>`;
  return file.add(`<< /PatternType 2 /Matrix [${matrix}] /Shading ${shading} >>`);
}

function addLogo(file: PdfFile, picture: QrPicture): number | undefined {
  const image = picture.logo && decodeImage(picture.logo.bytes, colorsOf(picture).paper);
  if (!image) return undefined;
  const size = `/Width ${image.width} /Height ${image.height}`;
  return file.addStream(
    `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    image.bytes,
  );
}

/** The picture as a PDF with one page of the same size; everything except the logo is vector graphics, the caption outlines. */
export function drawPdf(picture: QrPicture): Uint8Array {
  const drawing = layOut(picture);
  const { ink, inkTo, paper } = colorsOf(picture);
  const scale = (sizeOf(picture) * POINTS_PER_PX) / drawing.width;
  const page = [drawing.width * scale, drawing.height * scale];
  const file = new PdfFile();
  const line = findGradientLine(picture, drawing);
  // A pattern uses the coordinates of the page, so it needs the scale of the drawing.
  const matrix = numbers(scale, 0, 0, -scale, 0, drawing.height * scale);
  const pattern = line && addGradient(file, line, matrix, ink, inkTo);
  const logo = drawing.logo && addLogo(file, picture);
  const solid = (color: Color) => `${channels(color)} rg ${channels(color)} RG\n`;
  const paints = {
    ink: pattern ? '/Pattern cs /Ink scn /Pattern CS /Ink SCN\n' : solid(ink),
    paper: solid(paper),
  };
  const shown = logo === undefined ? { ...drawing, logo: undefined } : drawing;
  const content = file.addStream('', Buffer.from(contentOf(shown, scale, paints), 'latin1'));
  const resources = [
    pattern ? `/Pattern << /Ink ${pattern} 0 R >>` : '',
    logo ? `/XObject << /Logo ${logo} 0 R >>` : '',
  ].join(' ');
  const pagesNumber = content + 2;
  file.add(
    `<< /Type /Page /Parent ${pagesNumber} 0 R /MediaBox [0 0 ${numbers(...page)}] /Contents ${content} 0 R /Resources << ${resources} >> >>`,
  );
  file.add(`<< /Type /Pages /Kids [${content + 1} 0 R] /Count 1 >>`);
  return file.finish(file.add(`<< /Type /Catalog /Pages ${pagesNumber} 0 R >>`));
}
