import { findUndrawableCharacters } from './caption.ts';
import { type CodeMatrix, type ErrorCorrection, findCodeMatrix } from './code-matrix.ts';
import { contrastBetween, luminanceOf, mixColors } from './color.ts';
import { findLogoPlace, MAX_LOGO_SIDE_PX } from './logo-place.ts';
import { colorsOf, MAX_MARGIN, MIN_MARGIN, marginOf, type QrPicture, sizeOf } from './picture.ts';

/** Why a picture cannot be read: the field to change, a code, and the values in its message. */
export type ReadabilityProblem = { field: 'data' | 'foreground' | 'gradient' | 'logo' | 'margin' } & (
  | {
      code:
        | 'content_empty'
        | 'content_too_long'
        | 'foreground_too_similar'
        | 'gradient_too_similar'
        | 'gradient_crosses_background'
        | 'logo_share'
        | 'logo_too_large'
        | 'logo_too_large_for_content';
    }
  | { code: 'logo_not_usable'; params: { max: number } }
  | { code: 'margin_out_of_range'; params: { min: number; max: number } }
);

/** The names of the warnings. */
export const READABILITY_WARNINGS = ['contrast', 'inverted', 'margin', 'letters', 'small'] as const;

/** Why a picture is hard to read for some scanners: a code, and the values in its message. */
export type ReadabilityWarning =
  | { code: Exclude<(typeof READABILITY_WARNINGS)[number], 'letters'> }
  | { code: 'letters'; params: { characters: string } };

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

function checkColors(picture: QrPicture): Readability {
  const { ink, inkTo, paper } = colorsOf(picture);
  const problems: ReadabilityProblem[] = [];
  const warnings: ReadabilityWarning[] = [];
  const contrast = contrastBetween(ink, paper);
  // The midpoint between two light colors can be darker than both.
  const rest = Math.min(...[mixColors(ink, inkTo, 0.5), inkTo].map((color) => contrastBetween(color, paper)));
  if (contrast < MIN_CONTRAST) problems.push({ field: 'foreground', code: 'foreground_too_similar' });
  if (picture.gradient && rest < MIN_CONTRAST) problems.push({ field: 'gradient', code: 'gradient_too_similar' });
  const lightness = luminanceOf(paper);
  const [isLighter, isLighterAtEnd] = [luminanceOf(ink) > lightness, luminanceOf(inkTo) > lightness];
  if (problems.length === 0 && isLighter !== isLighterAtEnd)
    problems.push({ field: 'gradient', code: 'gradient_crosses_background' });
  if (problems.length > 0) return { problems, warnings };
  if (Math.min(contrast, rest) < GOOD_CONTRAST) warnings.push({ code: 'contrast' });
  if (isLighter) warnings.push({ code: 'inverted' });
  return { problems, warnings };
}

function checkLogo(picture: QrPicture, { modules, ecc }: CodeMatrix): ReadabilityProblem[] {
  if (!picture.logo) return [];
  const { share } = picture.logo;
  if (share !== undefined && !(share > 0 && share < 1)) return [{ field: 'logo', code: 'logo_share' }];
  const size = modules.length;
  const place = findLogoPlace(size, picture.logo);
  if (!place) return [{ field: 'logo', code: 'logo_not_usable', params: { max: MAX_LOGO_SIDE_PX } }];
  const cleared = (place.cleared.width * place.cleared.height) / size ** 2;
  if (cleared <= MAX_CLEARED[ecc]) return [];
  return [{ field: 'logo', code: ecc === 'high' ? 'logo_too_large' : 'logo_too_large_for_content' }];
}

function checkMargin({ margin }: QrPicture): ReadabilityProblem[] {
  if (margin === undefined || (Number.isInteger(margin) && margin >= MIN_MARGIN && margin <= MAX_MARGIN)) return [];
  return [{ field: 'margin', code: 'margin_out_of_range', params: { min: MIN_MARGIN, max: MAX_MARGIN } }];
}

/** Checks whether scanners can read the code; only draw it if there are no problems. */
export function checkReadability(picture: QrPicture): Readability {
  const { problems, warnings } = checkColors(picture);
  problems.push(...checkMargin(picture));
  if (marginOf(picture) < SAFE_MARGIN) warnings.push({ code: 'margin' });
  const missing = picture.frame ? findUndrawableCharacters(picture.frame.caption) : [];
  if (missing.length > 0) warnings.push({ code: 'letters', params: { characters: missing.join(' ') } });
  if (picture.content === '') problems.push({ field: 'data', code: 'content_empty' });
  const matrix = findCodeMatrix(picture);
  if (!matrix) {
    problems.push({ field: 'data', code: 'content_too_long' });
    return { problems, warnings };
  }
  problems.push(...checkLogo(picture, matrix));
  const pxPerModule = sizeOf(picture) / (matrix.modules.length + 2 * marginOf(picture));
  if (pxPerModule < SAFE_PX_PER_MODULE) warnings.push({ code: 'small' });
  return { problems, warnings };
}
