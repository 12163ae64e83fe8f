import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { toHex, toRgbText } from '../../lib/color.ts';
import { completeUrl } from '../../lib/urls.ts';
import type { FieldProps, FormState } from '../../lib/use-form.ts';

export type QrDetails = AnswerOf<'GET /api/qr/:id'>['details'];
export type QrFormType = QrDetails['type'];
type QrBody = BodyOf<'POST /api/qr/add'>;
/** The design in a response. */
type Design = Omit<AnswerOf<'GET /api/url/:id/qr'>['details'], 'url' | 'scans'>;
type DesignBody = BodyOf<'PUT /api/url/:id/qr/update'>;
type QrUpdateBody = BodyOf<'PUT /api/qr/:id/update'>;

/** The content types in the order of the picker. */
export const QR_FORM_TYPES = ['link', 'text', 'wifi', 'vcard', 'email', 'phone', 'sms'] as const satisfies QrFormType[];

/** The fields of each type; a simple type has the single field `value`. */
export const FIELDS = {
  link: ['value'],
  text: ['value'],
  phone: ['value'],
  email: ['email', 'subject', 'body'],
  sms: ['phone', 'message'],
  wifi: ['ssid', 'encryption', 'pass', 'hidden'],
  vcard: [
    'fname',
    'lname',
    'org',
    'title',
    'cell',
    'phone',
    'fax',
    'email',
    'site',
    'street',
    'zip',
    'city',
    'state',
    'country',
  ],
} as const satisfies Record<QrFormType, string[]>;

export type DataField = (typeof FIELDS)[QrFormType][number];

/** The form values of a QR code: all input is text, and '' uses the API's default. */
export interface QrValues {
  type: QrFormType;
  name: string;
  data: Partial<Record<DataField, string>>;
  style: string;
  eye_style: string;
  foreground: string;
  background: string;
  gradient: { to: string; angle: string };
  frame: { caption: string; style: string };
  margin: string;
  size: string;
  ecc: string;
  logo: string;
  /** Whether it is dynamic: its destination can change, and scans are counted. */
  dynamic: boolean;
  /** The origin of a branded domain; '' is the main host. */
  domain: string;
  /** The id of a channel, or ''. */
  channel: string;
}

/** The initial values of a new code. */
export const NEW_QR: QrValues = {
  type: 'link',
  name: '',
  data: { encryption: 'WPA', hidden: 'false' },
  style: 'square',
  eye_style: 'square',
  foreground: '',
  background: '',
  gradient: { to: '', angle: '' },
  frame: { caption: '', style: 'band' },
  margin: '',
  size: '',
  ecc: '',
  logo: '',
  dynamic: false,
  domain: '',
  channel: '',
};

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

type DesignName = keyof Design & keyof QrValues;

/** The form values of a design. */
export function toDesignValues(qr: Design): Pick<QrValues, DesignName> {
  return {
    style: qr.style ?? NEW_QR.style,
    eye_style: qr.eye_style ?? NEW_QR.eye_style,
    foreground: toHex(qr.foreground),
    background: toHex(qr.background),
    gradient: { to: toHex(qr.gradient?.to ?? null), angle: toText(qr.gradient?.angle) },
    frame: { caption: qr.frame?.caption ?? '', style: qr.frame?.style ?? NEW_QR.frame.style },
    margin: toText(qr.margin),
    size: toText(qr.size),
    ecc: qr.ecc ?? '',
    logo: qr.logo ?? '',
  };
}

/** The form values of an existing code. */
export function toQrValues(qr: QrDetails): QrValues {
  const data = typeof qr.data === 'string' ? { value: qr.data } : qr.data;
  return {
    type: qr.type,
    name: qr.name,
    data: { ...NEW_QR.data, ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toText(value)])) },
    ...toDesignValues(qr),
    dynamic: qr.dynamic,
    domain: qr.domain,
    channel: toText(qr.channels[0]),
  };
}

function toData({ type, data }: QrValues): QrBody['data'] {
  const { value = '', ...fields } = data;
  if (type === 'link') return value.trim() === '' ? '' : completeUrl(value);
  if (type === 'text' || type === 'phone') return value;
  const fieldNames: readonly string[] = FIELDS[type];
  const given = Object.entries(fields).filter(([name, text]) => fieldNames.includes(name) && text !== '');
  // A network without encryption has no password, even if one was typed before.
  const isOpen = type === 'wifi' && fields.encryption === 'nopass';
  return Object.fromEntries(given.filter(([name]) => !(isOpen && name === 'pass')));
}

function toNumber(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** Whether the type can be either dynamic or static: a link is always dynamic, a network never. */
export function canChoose(type: QrFormType): boolean {
  return type !== 'link' && type !== 'wifi';
}

/** The fields of a request body that describe the design. */
export function toDesignBody(values: QrValues): DesignBody {
  const { gradient, frame } = values;
  const to = toRgbText(gradient.to);
  const angle = toNumber(gradient.angle);
  return {
    style: values.style as DesignBody['style'],
    eye_style: values.eye_style as DesignBody['eye_style'],
    foreground: toRgbText(values.foreground),
    background: toRgbText(values.background),
    gradient: to === null ? null : { to, ...(angle !== null && { angle }) },
    frame: frame.caption === '' ? null : { caption: frame.caption, style: frame.style as 'line' | 'band' },
    margin: toNumber(values.margin),
    size: toNumber(values.size),
    ecc: (values.ecc || null) as DesignBody['ecc'],
    logo: values.logo || null,
  };
}

/** Whether the code contains a short URL. */
export function hasShortUrl({ type, dynamic }: Pick<QrValues, 'type' | 'dynamic'>): boolean {
  return type === 'link' || (canChoose(type) && dynamic);
}

/** The request body with all fields; logo, domain and channel only if they differ from `before`. */
export function toQrBody(before: QrValues, values: QrValues): QrBody {
  const { logo, ...design } = toDesignBody(values);
  return {
    type: values.type,
    data: toData(values),
    name: values.name,
    ...design,
    ...(canChoose(values.type) && { dynamic: values.dynamic }),
    ...(values.logo !== before.logo && { logo }),
    ...(values.domain !== before.domain && { domain: values.domain || null }),
    ...(values.channel !== before.channel && { channel: toNumber(values.channel) }),
  };
}

/** The body of an update: the changed fields, and `data`, which the API requires. Another type changes what every field means. */
export function toQrChanges(saved: QrValues, values: QrValues): QrUpdateBody {
  const body = toQrBody(saved, values);
  if (saved.type !== values.type) return body;
  const { type: _, ...changes } = changedFields(toQrBody(saved, saved), body);
  return { ...changes, data: body.data };
}

/** A field within a group, such as the caption of the frame. */
export function partOf<Group extends 'data' | 'gradient' | 'frame'>(
  form: FormState<QrValues>,
  group: Group,
  part: keyof QrValues[Group] & string,
): FieldProps<string> {
  const values: Record<string, string> = form.values[group];
  const name = group === 'data' && part === 'value' ? 'data' : `${group}.${part}`;
  return {
    name,
    value: values[part] ?? '',
    onChange: (value) => form.set({ [group]: { ...values, [part]: value } }),
    error: form.errorOf(name),
  };
}
