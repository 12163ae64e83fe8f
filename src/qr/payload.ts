import { type EmailContent, emailPayload } from './email-payload.ts';
import { phonePayload, type SmsContent, smsPayload } from './phone-payload.ts';
import { type VcardContent, vcardPayload } from './vcard-payload.ts';
import { type WifiContent, wifiPayload } from './wifi-payload.ts';

/** What somebody wants to have in a code, before it is written as scanners expect it. */
export type QrContent =
  | { type: 'text'; data: string }
  | { type: 'link'; data: string }
  | { type: 'phone'; data: string }
  | { type: 'email'; data: EmailContent }
  | { type: 'sms'; data: SmsContent }
  | { type: 'wifi'; data: WifiContent }
  | { type: 'vcard'; data: VcardContent };

/** The word for each kind of content. */
export type QrType = QrContent['type'];

/** Every kind of content, in the order in which it is offered. */
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

/** The string that the code holds: the content escaped by the rules of its own format. */
export function payloadOf(content: QrContent): string {
  // Half of a surrogate pair has no UTF-8, so a scanner would show another character for it anyway.
  return write(content).toWellFormed();
}
