import { type ErrorCorrection, encodeQR } from 'qr';
import type { QrPicture } from './picture.ts';

/** The four levels, as the package names them. */
export type { ErrorCorrection };

/** The error correction level: from 7 to 30 % of a code may be lost. */
export const ERROR_CORRECTIONS = ['low', 'medium', 'quartile', 'high'] as const satisfies ErrorCorrection[];

const SMALLEST_SIZE = 21;

const DEFAULT_ECC: ErrorCorrection = 'medium';

/** The modules of a code without a margin, true where dark, and the error correction level used. */
export interface CodeMatrix {
  modules: boolean[][];
  ecc: ErrorCorrection;
}

function encode(content: string, ecc: ErrorCorrection, version?: number): CodeMatrix | undefined {
  try {
    // The package always adds a border; it is removed again.
    const bordered = encodeQR(content, 'raw', { ecc, border: 1, version });
    return { modules: bordered.slice(1, -1).map((row) => row.slice(1, -1)), ecc };
  } catch (error) {
    if (error instanceof Error && error.message === 'Capacity overflow') return undefined;
    throw error;
  }
}

/** The code of an image; undefined if the content is too long for any code. */
export function findCodeMatrix({ content, ecc = DEFAULT_ECC, logo }: QrPicture): CodeMatrix | undefined {
  if (!logo) return encode(content, ecc);
  // A logo needs the highest level, but a long text may not leave room for it.
  for (const level of ERROR_CORRECTIONS.slice(ERROR_CORRECTIONS.indexOf(ecc)).reverse()) {
    const matrix = encode(content, level);
    // The smallest code has too little error correction for a logo; the next size holds the same content.
    if (matrix?.modules.length === SMALLEST_SIZE) return encode(content, level, 2);
    if (matrix) return matrix;
  }
  return undefined;
}

/** The code of an image whose content is known to fit. */
export function codeMatrixOf(picture: QrPicture): CodeMatrix {
  const matrix = findCodeMatrix(picture);
  if (!matrix) throw new RangeError('The content is too long for a QR code');
  return matrix;
}
