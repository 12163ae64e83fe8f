import { z } from 'zod';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { isPrintable } from '../../http/fields.ts';
import { parseInput } from '../../http/read-input.ts';
import { parseDestination } from '../../lib/url.ts';
import type { QrContent, QrType } from '../../qr/payload.ts';
import type { WifiEncryption } from '../../qr/wifi-payload.ts';

/** Text of several lines; leading and trailing spaces are kept. */
function wholeText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => isPrintable(text.replace(/[\n\r\t]/g, '')), fieldIssue('control_characters'));
}

/** Trimmed text; null and "" mean the same as an omitted field. */
function optionalText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => isPrintable(text.replace(/[\n\r\t]/g, '')), fieldIssue('control_characters'))
    .nullish()
    .transform((text) => text || undefined);
}

const destinationText = z.string().transform((text, context) => {
  const destination = parseDestination(text);
  if ('href' in destination) return destination.href;
  context.addIssue(customIssue(destination.problem));
  return z.NEVER;
});

const PHONE = /^(?:(?:tel|sms):)?[\d+*#,;(). /\-\u00a0\u2010-\u2015]{2,50}$/i;

const phoneText = z
  .string()
  .trim()
  .refine((text) => PHONE.test(text) && /\d/.test(text), fieldIssue('not_a_phone_number', { min: 2, max: 50 }));

const emailText = z
  .string()
  .trim()
  .max(254)
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text) && isPrintable(text), fieldIssue('not_an_email'));

/** A strict object, because a misspelled field would be missing from the printed code. */
function fieldsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.preprocess(joinPairs, z.strictObject(shape, fieldIssue('not_data_fields', { names })));
}

const pairs = z.array(z.strictObject({ name: z.string(), value: z.unknown() }));

/** Turns `[{name, value}, …]` into an object; returns anything else, and lists with a duplicate name, unchanged. */
function joinPairs(data: unknown): unknown {
  const list = pairs.safeParse(data);
  if (!list.success) return data;
  const entries = list.data.map(({ name, value }): [string, unknown] => [name, value]);
  return new Set(entries.map(([name]) => name)).size === entries.length ? Object.fromEntries(entries) : data;
}

const emailFields = fieldsOf({ email: emailText, subject: optionalText(255), body: optionalText(2_000) });
const smsFields = fieldsOf({ phone: phoneText, message: optionalText(1_000) });

// The name and password of a Wi-Fi network may start and end with spaces.
const wifiFields = fieldsOf({
  ssid: wholeText(32),
  pass: z.union([z.literal(''), wholeText(128)], fieldIssue('too_long', { max: 128 })).nullish(),
  encryption: z.enum(['WPA', 'WEP', 'nopass']).nullish(),
  hidden: z
    .union([z.boolean(), z.enum(['true', 'false'])], fieldIssue('not_true_or_false'))
    .nullish()
    .transform((value) => value === true || value === 'true'),
}).transform(({ ssid, pass, encryption, hidden }, context) => {
  const effective = encryption ?? (pass ? 'WPA' : 'nopass');
  if (effective !== 'nopass' && !pass) {
    context.addIssue(customIssue({ code: 'required_for_encryption', params: { encryption: effective } }, ['pass']));
  }
  return {
    ssid,
    encryption: effective satisfies WifiEncryption,
    hidden,
    ...(effective !== 'nopass' && pass ? { pass } : {}),
  };
});

/** The URL exactly as sent, because it is printed that way; `example.org` is valid too. */
const siteText = optionalText(500).refine(
  (text) =>
    text === undefined || 'href' in parseDestination(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`),
  fieldIssue('not_a_web_address'),
);

const vcardFields = fieldsOf({
  fname: optionalText(100),
  lname: optionalText(100),
  org: optionalText(255),
  title: optionalText(255),
  phone: optionalText(50),
  cell: optionalText(50),
  fax: optionalText(50),
  email: emailText
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || undefined),
  site: siteText,
  street: optionalText(255),
  city: optionalText(100),
  state: optionalText(100),
  zip: optionalText(20),
  country: optionalText(100),
}).refine(
  ({ fname, lname, org, email, cell, phone }) => fname || lname || org || email || cell || phone,
  fieldIssue('contact_empty'),
);

const dataFields = {
  text: wholeText(4_000),
  link: destinationText,
  phone: phoneText,
  email: emailFields,
  sms: smsFields,
  wifi: wifiFields,
  vcard: vcardFields,
} satisfies Record<QrType, z.ZodType>;

/** Parses the `data` of a body by its type; an invalid field is named in the error. */
export function readContent(type: QrType, data: unknown): QrContent {
  const parsed = parseInput(z.object({ data: dataFields[type] as z.ZodType }), { data });
  return { type, data: parsed.data } as QrContent;
}
