/** A business card; empty fields are omitted. */
export interface VcardContent {
  fname?: string | undefined;
  lname?: string | undefined;
  org?: string | undefined;
  title?: string | undefined;
  phone?: string | undefined;
  cell?: string | undefined;
  fax?: string | undefined;
  email?: string | undefined;
  site?: string | undefined;
  street?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
}

function escapeText(text: string): string {
  return text
    .trim()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

// A URI is not escaped like text: a comma stays, but a line break must not occur in it.
function oneLine(text: string): string {
  return text.trim().replace(/\p{Cc}+/gu, '');
}

function structured(...parts: (string | undefined)[]): string {
  return parts.map((part) => escapeText(part ?? '')).join(';');
}

/**
 * A vCard 3.0, the version that every phone reads, with CRLF and without folding, which some scanners do not undo.
 * A card needs a display name: the person's, else the organization's, else a phone number or email address.
 */
export function vcardPayload(card: VcardContent): string {
  const person = [card.fname, card.lname].map((name) => name?.trim() ?? '').filter((name) => name !== '');
  const shown = person.join(' ') || card.org || card.email || card.cell || card.phone || '';
  const address = [card.street, card.city, card.state, card.zip, card.country];
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `N:${structured(card.lname, card.fname, '', '', '')}`];
  lines.push(`FN:${escapeText(shown)}`);
  if (card.org) lines.push(`ORG:${escapeText(card.org)}`);
  if (card.title) lines.push(`TITLE:${escapeText(card.title)}`);
  if (card.phone) lines.push(`TEL;TYPE=WORK,VOICE:${escapeText(card.phone)}`);
  if (card.cell) lines.push(`TEL;TYPE=CELL:${escapeText(card.cell)}`);
  if (card.fax) lines.push(`TEL;TYPE=WORK,FAX:${escapeText(card.fax)}`);
  if (card.email) lines.push(`EMAIL;TYPE=INTERNET:${escapeText(card.email)}`);
  if (card.site) lines.push(`URL:${oneLine(card.site)}`);
  if (address.some((part) => part)) lines.push(`ADR;TYPE=WORK:;;${structured(...address)}`);
  lines.push('END:VCARD');
  return lines.join('\r\n');
}
