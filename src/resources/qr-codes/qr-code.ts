import type { ApiMessage } from '../../core/api-messages.ts';
import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import { payloadOf, type QrContent, type QrType } from '../../qr/payload.ts';
import type { QrPicture } from '../../qr/picture.ts';
import { READABILITY_WARNINGS } from '../../qr/readability.ts';

/** The design of a code without its logo; an omitted value is the default of the drawing. */
export type QrDesign = Pick<
  QrPicture,
  'background' | 'foreground' | 'gradient' | 'margin' | 'ecc' | 'style' | 'eyeStyle' | 'frame' | 'size'
>;

export interface QrCode {
  id: number;
  userId: number;
  /** 0 on the main host. Scans also work on the main host and on the other domains of the owner, so that printed codes keep working. */
  domainId: number;
  /** The last part of its URLs, unique on all hosts. */
  code: string;
  name: string;
  content: QrContent;
  /** Whether the picture encodes a URL of this service, so that the content can change after printing. */
  isDynamic: boolean;
  design: QrDesign;
  /** The chosen logo: an https URL, or the id of a file. */
  logo: string | null;
  logoHash: string | null;
  scans: number;
  /** Null while it is active; visitors of a disabled code get the 410 page. */
  disabledBy: DisabledBy | null;
  createdAt: number;
}

/** The codes of warnings about a QR code: how well it scans, and where it leads. */
export const QR_WARNINGS = ['host', ...READABILITY_WARNINGS] as const;

/** A warning about a QR code. */
export type QrWarning = ApiMessage<(typeof QR_WARNINGS)[number]>;

export const UNTITLED_QR_CODE = 'Untitled QR code';

/** The code in the picture of an unsaved QR code; it is as long as the first real codes. */
export const PREVIEW_CODE = 'preview';

/** Whether a code of this type encodes a URL of this service: a link always, Wi-Fi never, other types on request. */
export function isDynamicType(type: QrType, isRequested: boolean): boolean {
  return type === 'link' || (type !== 'wifi' && isRequested);
}

/** The URL of the picture. */
export function pictureUrlOf(origin: string, { code }: Pick<QrCode, 'code'>): string {
  return `${origin}/qr/${code}`;
}

/** The short URL in the picture of a dynamic code. */
export function shortUrlOfQr(origin: string, { code }: Pick<QrCode, 'code'>): string {
  return `${origin}/q/${code}`;
}

/** The text that the picture encodes. */
export function encodedTextOf(origin: string, qr: Pick<QrCode, 'code' | 'content' | 'isDynamic'>): string {
  return qr.isDynamic ? shortUrlOfQr(origin, qr) : payloadOf(qr.content);
}

export const qrCodeNotFound = failure('not_found', 'qr_code_not_found', 'Get the ID from `GET /api/qr`.');
