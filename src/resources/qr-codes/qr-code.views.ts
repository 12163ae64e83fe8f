import { z } from 'zod';
import { publishedStatusOf } from '../../core/take-down.ts';
import { ownerViews } from '../../http/all-users.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { bodyView, dateTimeView } from '../../http/fields.ts';
import { disabledByViews, showDisabledBy, statusView } from '../../http/published-fields.ts';
import { statisticsView } from '../../http/statistics-view.ts';
import { messageViews, warningViews } from '../../http/warnings.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { formatColor } from '../../qr/color.ts';
import { QR_TYPES } from '../../qr/payload.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import { pictureUrlOf, QR_WARNINGS, type QrCode, type QrDesign, shortUrlOfQr } from './qr-code.ts';

const qrFields = {
  id: idField,
  link: z.url().describe('The image of the QR code'),
  scans: z.int().min(0).describe('Visits by people who scanned it'),
  name: z.string().describe('Private name'),
  date: dateTimeView,
  status: statusView,
  ...disabledByViews,
};

/** A QR code in a list. */
export const qrCodeView = z.strictObject({ ...qrFields, body: bodyView, ...ownerViews });

const colorView = z.string().nullable();

/** The fields of a design; null means the default. */
export const designViews = {
  background: colorView.describe('Background color'),
  foreground: colorView.describe('Foreground color'),
  gradient: z
    .strictObject({ to: z.string(), angle: z.number().nullable() })
    .nullable()
    .describe('End color of the gradient'),
  logo: z.string().nullable().describe('URL or file ID of the logo'),
  margin: z.int().nullable().describe('Quiet zone in modules'),
  ecc: z.string().nullable().describe('Error correction'),
  style: z.string().nullable().describe('Shape of the modules'),
  eye_style: z.string().nullable().describe('Shape of the three corners'),
  frame: z.strictObject({ caption: z.string(), style: z.string().nullable() }).nullable().describe('Frame'),
  size: z.int().nullable().describe('Width of the image in pixels'),
};

const designView = z.strictObject(designViews);

/** One QR code with all fields. */
const qrCodeDetails = z.strictObject({
  ...qrFields,
  type: z.enum(QR_TYPES).describe('Content type'),
  data: z.union([z.string(), z.record(z.string(), z.unknown())]).describe('Its content, as it was sent'),
  dynamic: z.boolean().describe('Whether the content can change after printing'),
  domain: z.string().describe('Its branded domain; empty on the main host'),
  shorturl: z.url().nullable().describe('The URL in a dynamic code; null for a static one'),
  ...designViews,
  channels: z.array(z.int()).describe('IDs of its channels'),
});

const qrCodeStatistics = statisticsView(z.string().regex(/^\d+$/));

export type QrCodeStatistics = z.output<typeof qrCodeStatistics>;

export const previewQrCodeAnswer = answerOf({
  svg: z.string().describe('The image'),
  warnings: z
    .array(z.strictObject({ code: z.enum(QR_WARNINGS), ...messageViews }))
    .describe('Warnings about the readability of the code and about its destination'),
});
export const qrCodeLogoAnswer = answerOf({
  image: z.string().nullable().describe('The logo as a data URL of a PNG image, as it is drawn; null without a logo'),
});
export const qrCodePage = pageAnswer('qrs', qrCodeView);
export const getQrCodeAnswer = answerOf({ details: qrCodeDetails, data: qrCodeStatistics });
export const createQrCodeAnswer = answerOf({
  id: idField,
  link: z.url().describe('The image of the QR code'),
  ...warningViews,
});
export const updateQrCodeAnswer = messageAnswer('QR has been updated successfully.').extend(warningViews);
export const deleteQrCodeAnswer = messageAnswer('QR Code has been deleted successfully.');

/** `origin` is the start of its URLs. */
export function toQrView(qr: QrCode, origin: string): z.output<typeof qrCodeView> {
  const { id, scans, name, createdAt, disabledBy } = qr;
  const status = publishedStatusOf(disabledBy);
  const link = pictureUrlOf(origin, qr);
  return { id, link, scans, name, date: formatDateTime(createdAt), status, ...showDisabledBy(disabledBy) };
}

export function toDesignView(design: QrDesign, logo: string | null): z.output<typeof designView> {
  const { background, foreground, gradient, frame } = design;
  return {
    background: background ? formatColor(background) : null,
    foreground: foreground ? formatColor(foreground) : null,
    gradient: gradient ? { to: formatColor(gradient.to), angle: gradient.angleDegrees ?? null } : null,
    logo,
    margin: design.margin ?? null,
    ecc: design.ecc ?? null,
    style: design.style ?? null,
    eye_style: design.eyeStyle ?? null,
    frame: frame ? { caption: frame.caption, style: frame.style ?? null } : null,
    size: design.size ?? null,
  };
}

/** The fields of a QR code as a request body has them, for those who write them back. */
export function toQrRequest(qr: QrCode, origin: string, channels: number[]): Record<string, unknown> {
  const { id, link, scans, date, shorturl, channels: channel, ...body } = toQrDetails(qr, origin, channels);
  return { ...body, channel };
}

export function toQrDetails(qr: QrCode, origin: string, channels: number[]): z.output<typeof qrCodeDetails> {
  const { content, isDynamic, design, logo } = qr;
  return {
    ...toQrView(qr, origin),
    type: content.type,
    data: typeof content.data === 'string' ? content.data : { ...content.data },
    dynamic: isDynamic,
    domain: qr.domainId === MAIN_DOMAIN ? '' : origin,
    shorturl: isDynamic ? shortUrlOfQr(origin, qr) : null,
    ...toDesignView(design, logo),
    channels,
  };
}
