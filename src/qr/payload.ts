import { type EmailContent, emailPayload } from './email-payload.ts';
import { phonePayload, type SmsContent, smsPayload } from './phone-payload.ts';
import { type VcardContent, vcardPayload } from './vcard-payload.ts';
import { type WifiContent, wifiPayload } from './wifi-payload.ts';

/** The content of a code before it is encoded for scanners. */
export type QrContent =
  | { type: 'text'; data: string }
  | { type: 'link'; data: string }
  | { type: 'phone'; data: string }
  | { type: 'email'; data: EmailContent }
  | { type: 'sms'; data: SmsContent }
  | { type: 'wifi'; data: WifiContent }
  | { type: 'vcard'; data: VcardContent };

/** The name of a kind of content. */
export type QrType = QrContent['type'];

/** Every kind of content, in the order of the picker. */
export const QR_TYPES = ['text', 'link', 'email', 'phone', 'sms', 'wifi', 'vcard'] as const satisfies QrType[];

function write(content: QrContent): string {
  switch (content.type) {
    case 'text':
      return content.data;
    case 'link':
      return content.data.trim();
    case 'phone':
      return phonePayload(content.data);
    case 'email':
      return emailPayload(content.data);
    case 'sms':
      return smsPayload(content.data);
    case 'wifi':
      return wifiPayload(content.data);
    case 'vcard':
      return vcardPayload(content.data);
  }
}

/** Encodes the content as the string that the code holds, escaped by the rules of its format. */
export function payloadOf(content: QrContent): string {
  // A lone surrogate has no UTF-8 encoding; a scanner would show a replacement character anyway.
  return write(content).toWellFormed();
}
