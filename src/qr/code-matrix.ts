import { type ErrorCorrection, encodeQR } from 'qr';
import type { QrPicture } from './picture.ts';

/** The four levels under the names of the package. */
export type { ErrorCorrection };

/** How much of a code may be lost, from 7 to 30 %. */
export const ERROR_CORRECTIONS = ['low', 'medium', 'quartile', 'high'] as const satisfies ErrorCorrection[];

const SMALLEST_SIZE = 21;

const DEFAULT_ECC: ErrorCorrection = 'medium';

/** The modules of a code without any margin, true where dark, and the correction that they were made with. */
export interface CodeMatrix {
  modules: boolean[][];
  ecc: ErrorCorrection;
}

function encode(content: string, ecc: ErrorCorrection, version?: number): CodeMatrix | undefined {
  try {
    // The package adds a border and refuses none; it is cut off again.
    const bordered = encodeQR(content, 'raw', { ecc, border: 1, version });
    return { modules: bordered.slice(1, -1).map((row) => row.slice(1, -1)), ecc };
  } catch (error) {
    if (error instanceof Error && error.message === 'Capacity overflow') return undefined;
    throw error;
  }
}

/** The code of a picture; undefined where the content is longer than any code. */
export function findCodeMatrix({ content, ecc = DEFAULT_ECC, logo }: QrPicture): CodeMatrix | undefined {
  if (!logo) return encode(content, ecc);
  // Under a logo every level counts, but a long text may not leave room for the highest.
  for (const level of ERROR_CORRECTIONS.slice(ERROR_CORRECTIONS.indexOf(ecc)).reverse()) {
    const matrix = encode(content, level);
    // The smallest code has no words to spare for a picture; the next one holds all that it does.
    if (matrix?.modules.length === SMALLEST_SIZE) return encode(content, level, 2);
    if (matrix) return matrix;
  }
  return undefined;
}

/** The same for a picture that is known to fit. */
export function codeMatrixOf(picture: QrPicture): CodeMatrix {
  const matrix = findCodeMatrix(picture);
  if (!matrix) throw new RangeError('The content is too long for a QR code');
  return matrix;
}
