/** A prepared text message. */
export interface SmsContent {
  phone: string;
  message?: string | undefined;
}

// Characters that people put between digits for readability.
const SEPARATORS = /[\s().\-/\u00a0\u2010-\u2015]+/g;

/** The number as it is dialed: international prefix, digits, star, hash and pauses only. */
export function dialledNumber(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/^\s*(?:tel|sms|smsto):/i, '')
      // After a country code the trunk zero is written for readers only.
      .replace(/^(\s*\+[^(]*)\(0\)/, '$1')
      .replace(SEPARATORS, '')
      .replace(/[^\d+*#,;]/g, '')
  );
}

/** A `tel:` URI; a hash in it would start its fragment. */
export function phonePayload(phone: string): string {
  return `tel:${dialledNumber(phone).replace(/#/g, '%23')}`;
}

/** `SMSTO:`, which both iOS and Android read; its message is the rest of the string and needs no escapes. */
export function smsPayload({ phone, message = '' }: SmsContent): string {
  const number = dialledNumber(phone);
  return message === '' ? `SMSTO:${number}` : `SMSTO:${number}:${message}`;
}
