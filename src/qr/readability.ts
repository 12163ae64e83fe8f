import { lettersMissing } from './caption.ts';
import { type CodeMatrix, type ErrorCorrection, findCodeMatrix } from './code-matrix.ts';
import { contrastBetween, luminanceOf, mixColours } from './colour.ts';
import { findLogoPlace, MAX_LOGO_SIDE_PX } from './logo-place.ts';
import { coloursOf, MAX_MARGIN, MIN_MARGIN, marginOf, type QrPicture, sizeOf } from './picture.ts';

/** A problem that makes a code unreadable, with the field to change. */
export interface ReadabilityProblem {
  field: 'data' | 'foreground' | 'gradient' | 'logo' | 'margin';
  message: string;
}

/** The names of the warnings. */
export const READABILITY_WARNINGS = ['contrast', 'inverted', 'margin', 'letters', 'small'] as const;

/** A reason why some scanners may fail, with a sentence for the person who designs the code. */
export interface ReadabilityWarning {
  code: (typeof READABILITY_WARNINGS)[number];
  message: string;
}

/** A code with problems is refused; a code with warnings is drawn. */
export interface Readability {
  problems: ReadabilityProblem[];
  warnings: ReadabilityWarning[];
}

// jsQR starts to miss codes at a contrast of about 3.4 and loses most below 2.2, ZXing below 1.9; a camera sees less than a file has.
const MIN_CONTRAST = 3;
const GOOD_CONTRAST = 4.5;

// The share of a code's modules that a logo may hide: about half of what error correction restores, because dirt needs some too.
const MAX_CLEARED: Record<ErrorCorrection, number> = { low: 0.025, medium: 0.06, quartile: 0.1, high: 0.12 };

const SAFE_MARGIN = 4;
const SAFE_PX_PER_MODULE = 3;

function judgeColours(picture: QrPicture): Readability {
  const { ink, inkTo, paper } = coloursOf(picture);
  const problems: ReadabilityProblem[] = [];
  const warnings: ReadabilityWarning[] = [];
  const contrast = contrastBetween(ink, paper);
  // The midpoint between two light colors can be darker than both.
  const rest = Math.min(...[mixColours(ink, inkTo, 0.5), inkTo].map((colour) => contrastBetween(colour, paper)));
  if (contrast < MIN_CONTRAST)
    problems.push({ field: 'foreground', message: 'The foreground and the background are too alike to be read.' });
  if (picture.gradient && rest < MIN_CONTRAST)
    problems.push({
      field: 'gradient',
      message: 'The gradient and the background are too alike to be read.',
    });
  const lightness = luminanceOf(paper);
  const [isLighter, isLighterAtEnd] = [luminanceOf(ink) > lightness, luminanceOf(inkTo) > lightness];
  if (problems.length === 0 && isLighter !== isLighterAtEnd) {
    const message = 'Both ends of the gradient must be darker than the background, or both lighter.';
    problems.push({ field: 'gradient', message });
  }
  if (problems.length > 0) return { problems, warnings };
  if (Math.min(contrast, rest) < GOOD_CONTRAST)
    warnings.push({
      code: 'contrast',
      message: 'The colours have little contrast; some scanners need good light for them.',
    });
  if (isLighter)
    warnings.push({
      code: 'inverted',
      message: 'The code is lighter than its background; some older scanners do not read that.',
    });
  return { problems, warnings };
}

function judgeLogo(picture: QrPicture, { modules, ecc }: CodeMatrix): ReadabilityProblem[] {
  if (!picture.logo) return [];
  const { share } = picture.logo;
  if (share !== undefined && !(share > 0 && share < 1))
    return [{ field: 'logo', message: 'The part of the width that the logo takes must be between 0 and 1.' }];
  const size = modules.length;
  const place = findLogoPlace(size, picture.logo);
  if (!place) {
    const message = `The logo must be a PNG or JPEG picture of at most ${MAX_LOGO_SIDE_PX} x ${MAX_LOGO_SIDE_PX} pixels.`;
    return [{ field: 'logo', message }];
  }
  const cleared = (place.cleared.width * place.cleared.height) / size ** 2;
  if (cleared <= MAX_CLEARED[ecc]) return [];
  const message = ecc === 'high' ? 'The logo is too large.' : 'The logo is too large for a code that holds so much.';
  return [{ field: 'logo', message }];
}

function judgeMargin({ margin }: QrPicture): ReadabilityProblem[] {
  if (margin === undefined || (Number.isInteger(margin) && margin >= MIN_MARGIN && margin <= MAX_MARGIN)) return [];
  return [{ field: 'margin', message: `The margin must be from ${MIN_MARGIN} to ${MAX_MARGIN} modules.` }];
}

/** Checks whether scanners can read the code; only draw it if there are no problems. */
export function judgeReadability(picture: QrPicture): Readability {
  const { problems, warnings } = judgeColours(picture);
  problems.push(...judgeMargin(picture));
  if (marginOf(picture) < SAFE_MARGIN)
    warnings.push({ code: 'margin', message: 'Scanners expect a margin of four modules.' });
  const missing = picture.frame ? lettersMissing(picture.frame.caption) : [];
  if (missing.length > 0)
    warnings.push({
      code: 'letters',
      message: `These characters of the caption are missing in PNG and PDF: ${missing.join(' ')}`,
    });
  if (picture.content === '') problems.push({ field: 'data', message: 'There is nothing to put into the code.' });
  const matrix = findCodeMatrix(picture);
  if (!matrix) {
    problems.push({ field: 'data', message: 'The content is too long for a QR code.' });
    return { problems, warnings };
  }
  problems.push(...judgeLogo(picture, matrix));
  const pxPerModule = sizeOf(picture) / (matrix.modules.length + 2 * marginOf(picture));
  if (pxPerModule < SAFE_PX_PER_MODULE)
    warnings.push({ code: 'small', message: 'The picture is small for so much content; print it as SVG or PDF.' });
  return { problems, warnings };
}
