import type { QrContent } from '../qr/payload.ts';
import { payloadOf } from '../qr/payload.ts';
import { dialledNumber, type SmsContent } from '../qr/phone-payload.ts';
import type { QrCode } from '../resources/qr-codes/qr-code.ts';

/** What a scan of a dynamic QR code responds with: a redirect, a page or a file. */
export type Scan = { qrId: number; userId: number } & (
  | { kind: 'redirect'; url: string }
  | { kind: 'text'; text: string }
  | { kind: 'card'; card: string }
  | { kind: 'disabled' }
);

/** Some phones expect the message after `?`, others after `&`. */
function smsAddress({ phone, message }: SmsContent): string {
  const number = dialledNumber(phone).replaceAll('#', '%23');
  return message === undefined ? `sms:${number}` : `sms:${number}?&body=${encodeURIComponent(message.toWellFormed())}`;
}

function leadTo(content: QrContent): string | undefined {
  switch (content.type) {
    case 'link':
    case 'email':
    case 'phone':
      return payloadOf(content);
    case 'sms':
      return smsAddress(content.data);
    default:
      return undefined;
  }
}

/** What a visitor of a QR code gets; null if the code is static, so that its image contains no URL of ours. */
export function takeScan({ id: qrId, userId, content, isDynamic, disabledBy }: QrCode): Scan | null {
  if (!isDynamic) return null;
  if (disabledBy !== null) return { qrId, userId, kind: 'disabled' };
  const url = leadTo(content);
  if (url !== undefined) return { qrId, userId, kind: 'redirect', url };
  if (content.type === 'vcard') return { qrId, userId, kind: 'card', card: payloadOf(content) };
  return content.type === 'text' ? { qrId, userId, kind: 'text', text: content.data } : null;
}

const OBJECT_BYTES = 300;

/** Estimates the memory that a scan takes. */
export function bytesOfScan(scan: Scan): number {
  const { url = '', text = '', card = '' } = scan as { url?: string; text?: string; card?: string };
  return OBJECT_BYTES + 2 * (url.length + text.length + card.length);
}
