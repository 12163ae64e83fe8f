/** A text message that waits to be sent. */
export interface SmsContent {
  phone: string;
  message?: string | undefined;
}

// What people put between digits to read them better.
const SEPARATORS = /[\s().\-/\u00a0\u2010-\u2015]+/g;

/** The number as it is dialled: international prefix, digits, star, hash, and pauses, with nothing else. */
export function dialledNumber(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/^\s*(?:tel|sms|smsto):/i, '')
      // Behind the country's number the trunk zero is for reading only.
      .replace(/^(\s*\+[^(]*)\(0\)/, '$1')
      .replace(SEPARATORS, '')
      .replace(/[^\d+*#,;]/g, '')
  );
}

/** A `tel:` address; a hash would begin its fragment. */
export function phonePayload(phone: string): string {
  return `tel:${dialledNumber(phone).replace(/#/g, '%23')}`;
}

/** `SMSTO:`, which both families of phones read; its message is the rest of the string and needs no escapes. */
export function smsPayload({ phone, message = '' }: SmsContent): string {
  const number = dialledNumber(phone);
  return message === '' ? `SMSTO:${number}` : `SMSTO:${number}:${message}`;
}
