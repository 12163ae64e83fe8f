import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import { payloadOf, type QrContent, type QrType } from '../../qr/payload.ts';
import type { QrPicture } from '../../qr/picture.ts';
import { READABILITY_WARNINGS } from '../../qr/readability.ts';

/** How a code looks, its logo aside; what is left out is as the drawing has it. */
export type QrDesign = Pick<
  QrPicture,
  'background' | 'foreground' | 'gradient' | 'margin' | 'ecc' | 'style' | 'eyeStyle' | 'frame' | 'size'
>;

export interface QrCode {
  id: number;
  userId: number;
  /** The last part of its addresses. */
  code: string;
  name: string;
  content: QrContent;
  /** Whether the picture holds an address of ours, so that the content can change after printing. */
  isDynamic: boolean;
  design: QrDesign;
  /** The https URL of the logo, or the number of the file, as it was chosen. */
  logo: string | null;
  logoHash: string | null;
  scans: number;
  /** Null where it is active; visitors of a disabled one get the 410 page. */
  disabledBy: DisabledBy | null;
  createdAt: number;
}

/** What may be said of a code: how well it is read, and where it leads. */
export const QR_WARNINGS = ['host', ...READABILITY_WARNINGS] as const;

/** One of these, in a sentence. */
export interface QrWarning {
  code: (typeof QR_WARNINGS)[number];
  message: string;
}

export const UNTITLED_QR_CODE = 'Untitled QR code';

/** Stands in the picture of a code that has no address yet; it is as long as the first ones are. */
export const PREVIEW_CODE = 'preview';

/** Whether a code of this type holds an address of ours: a link always, a network never, the others as is wished. */
export function isDynamicType(type: QrType, wish: boolean): boolean {
  return type === 'link' || (type !== 'wifi' && wish);
}

/** Where the picture is. */
export function pictureUrlOf(baseUrl: string, { code }: Pick<QrCode, 'code'>): string {
  return `${baseUrl}/qr/${code}`;
}

/** The string in the picture. */
export function encodedTextOf(baseUrl: string, qr: Pick<QrCode, 'code' | 'content' | 'isDynamic'>): string {
  return qr.isDynamic ? `${baseUrl}/q/${qr.code}` : payloadOf(qr.content);
}

export const qrCodeNotFound = failure(
  'not_found',
  'qr_code_not_found',
  'QR code not found.',
  'Take the id from `GET /api/qr`.',
);
