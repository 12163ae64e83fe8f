import type { BodyOf } from '../../lib/api.ts';
import { type DataField, FIELDS, type QrDetails, type QrFormType, type QrValues, toQrBody } from './qr-form.ts';

/** What is drawn while there is nothing to draw yet, so that its looks can be chosen first. */
const EXAMPLES: Record<QrFormType, Partial<Record<DataField, string>>> = {
  link: { value: 'https://example.com/' },
  text: { value: 'Signpost' },
  phone: { value: '+49 30 123456' },
  email: { email: 'ada@example.com' },
  sms: { phone: '+49 30 123456' },
  wifi: { ssid: 'Signpost', pass: 'a password' },
  vcard: { fname: 'Ada' },
};

/** Whether what the type cannot do without is not filled in yet. */
export function isUnfilled({ type, data }: QrValues): boolean {
  if (type === 'vcard') return FIELDS.vcard.every((field) => !data[field]);
  const isOpen = data.encryption === 'nopass';
  return Object.keys(EXAMPLES[type]).some((field) => !(isOpen && field === 'pass') && !data[field as DataField]);
}

/** The body by which the API draws what is on the screen; `code` is the one that is being changed. */
export function toPreviewBody(
  before: QrValues,
  values: QrValues,
  code: QrDetails | undefined,
): BodyOf<'POST /api/qr/preview'> {
  const shown = isUnfilled(values) ? { ...values, data: { ...values.data, ...EXAMPLES[values.type] } } : values;
  const { name: _, ...body } = toQrBody(before, shown);
  return code ? { ...body, id: code.id } : body;
}
