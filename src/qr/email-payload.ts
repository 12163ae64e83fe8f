/** A prepared email message; empty fields are omitted. */
export interface EmailContent {
  email: string;
  subject?: string | undefined;
  body?: string | undefined;
}

// Lone surrogates make encodeURIComponent throw.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

// These are common in addresses and have no special meaning there; some scanners show their escapes literally.
function encodeAddress(address: string): string {
  return encode(address.trim()).replace(/%40/g, '@').replace(/%2B/g, '+').replace(/%2C/g, ',');
}

/** A `mailto:` URI by RFC 6068: spaces are %20, because mail programs show a plus literally, and lines end with CRLF. */
export function emailPayload({ email, subject = '', body = '' }: EmailContent): string {
  const fields: string[] = [];
  if (subject !== '') fields.push(`subject=${encode(subject.replace(/[\r\n]+/g, ' '))}`);
  if (body !== '') fields.push(`body=${encode(body.replace(/\r\n|\r|\n/g, '\r\n'))}`);
  return `mailto:${encodeAddress(email)}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}
