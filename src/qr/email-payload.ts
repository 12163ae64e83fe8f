/** A message that waits to be sent; empty fields are left out. */
export interface EmailContent {
  email: string;
  subject?: string | undefined;
  body?: string | undefined;
}

// Lone surrogates make encodeURIComponent throw.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

// In an address these are common and mean nothing; some scanners show the escapes as they are.
function encodeAddress(address: string): string {
  return encode(address.trim()).replace(/%40/g, '@').replace(/%2B/g, '+').replace(/%2C/g, ',');
}

/** A `mailto:` address of RFC 6068: spaces are %20, since mail programs show a plus as it is, and lines end with CRLF. */
export function emailPayload({ email, subject = '', body = '' }: EmailContent): string {
  const fields: string[] = [];
  if (subject !== '') fields.push(`subject=${encode(subject.replace(/[\r\n]+/g, ' '))}`);
  if (body !== '') fields.push(`body=${encode(body.replace(/\r\n|\r|\n/g, '\r\n'))}`);
  return `mailto:${encodeAddress(email)}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}
