import { z } from 'zod';
import { allField } from '../../http/all-users.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import {
  bodyQueryField,
  channelField,
  idInBody,
  pageQueryFields,
  readPage,
  searchField,
  textField,
} from '../../http/fields.ts';
import { requireUnlessStatus, statusField } from '../../http/published-fields.ts';
import { ERROR_CORRECTIONS } from '../../qr/code-matrix.ts';
import { parseColor } from '../../qr/color.ts';
import { QR_TYPES } from '../../qr/payload.ts';
import {
  EYE_STYLES,
  FRAME_STYLES,
  MAX_MARGIN,
  MAX_SIZE_PX,
  MIN_MARGIN,
  MIN_SIZE_PX,
  MODULE_STYLES,
} from '../../qr/picture.ts';

const MAX_LOGO_URL = 2_048;

const typeField = z.enum(QR_TYPES);

// The full validation depends on the type, which an update may omit.
const dataField = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())], fieldIssue('not_qr_data'))
  .describe(
    'Text for text, link and phone; for the others an object, or a list of {name, value}: email {email, subject, body}, sms {phone, message}, wifi {ssid, pass, encryption, hidden}, vcard {fname, lname, org, title, phone, cell, fax, email, site, street, city, state, zip, country}',
  );

const colorField = z
  .string()
  .max(50)
  .transform((text, context) => {
    const color = parseColor(text);
    if (color) return color;
    context.addIssue(customIssue({ code: 'not_a_color', params: { examples: 'rgb(23,107,98)' } }));
    return z.NEVER;
  });

/** A logo: the URL to fetch it from, or the id of an uploaded file. */
export type LogoSource = { href: string } | { fileId: number };

function parseLogo(text: string): LogoSource | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return { fileId: Number(text) };
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return { href: url.href };
}

const logoField = z
  .union([z.string().max(MAX_LOGO_URL), z.int()], fieldIssue('not_text_or_number'))
  .transform((value, context) => {
    const source = parseLogo(String(value));
    if (source) return source;
    context.addIssue(customIssue({ code: 'not_a_logo' }));
    return z.NEVER;
  });

const captionField = textField(60);
const frameField = z
  .union(
    [captionField, z.strictObject({ caption: captionField, style: z.enum(FRAME_STYLES).nullish() })],
    fieldIssue('not_a_frame', { max: 60, styles: FRAME_STYLES.join(', ') }),
  )
  .transform((frame) => {
    const { caption, style = null } = typeof frame === 'string' ? { caption: frame } : frame;
    return style === null ? { caption } : { caption, style };
  });

const gradientField = z
  .union(
    [colorField, z.strictObject({ to: colorField, angle: z.number().min(0).max(360).nullish() })],
    fieldIssue('not_a_gradient'),
  )
  .transform((gradient) => {
    const { to, angle = null } = 'to' in gradient ? gradient : { to: gradient };
    return angle === null ? { to } : { to, angleDegrees: angle };
  });

const letters = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;
const eccField = z.union(
  [z.enum(ERROR_CORRECTIONS), z.enum(['L', 'M', 'Q', 'H']).transform((letter) => letters[letter])],
  fieldIssue('not_one_of', { options: [...ERROR_CORRECTIONS, ...Object.keys(letters)].join(', ') }),
);

function wholeField(min: number, max: number) {
  const error = fieldIssue('not_in_range', { min, max });
  return z.int({ error }).min(min, error).max(max, error);
}

function choiceField<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices);
}

export const sizeField = wholeField(MIN_SIZE_PX, MAX_SIZE_PX);

/** The fields of a design. An omitted field keeps its value, and null resets it to the default. */
export const designFields = {
  background: colorField.nullish().describe('Background color, rgb(r,g,b); default: white'),
  foreground: colorField.nullish().describe('Foreground color, rgb(r,g,b); default: black'),
  logo: logoField.nullish().describe('https URL of a PNG or JPEG image, or the ID of an uploaded file'),
  margin: wholeField(MIN_MARGIN, MAX_MARGIN).nullish().describe('Quiet zone in modules; default: 4'),
  ecc: eccField.nullish().describe('Error correction: low, medium, quartile or high; default: medium'),
  style: choiceField(MODULE_STYLES).nullish().describe('Shape of the modules; default: square'),
  eye_style: choiceField(EYE_STYLES).nullish().describe('Shape of the three corners; default: square'),
  frame: frameField.nullish().describe('Caption of a frame around the code, or {caption, style}'),
  size: sizeField.nullish().describe('Width of the image in pixels; default: 512'),
  gradient: gradientField.nullish().describe('End color of the gradient, rgb(r,g,b), or {to, angle}'),
};

/** All fields except type and data. */
const qrFields = {
  ...designFields,
  name: textField(255).nullish().describe('Private name'),
  dynamic: z
    .boolean()
    .nullish()
    .describe(
      'Whether the code contains a URL of this service, so that its content can change after printing; always true for links',
    ),
  domain: textField(300).nullish().describe('One of your branded domains; default: the main host'),
  channel: channelField,
  status: statusField,
};

export const createQrCodeBody = z.object({
  type: typeField.describe('Content type'),
  data: dataField,
  ...qrFields,
});
export const updateQrCodeBody = requireUnlessStatus(
  z.object({
    type: typeField.nullish().describe('Content type; default: unchanged'),
    data: dataField.optional(),
    ...qrFields,
  }),
  'data',
);

/** A code that is drawn and not stored: a new one, or a stored one of the caller with changes. */
export const previewQrCodeBody = createQrCodeBody.extend({
  id: idInBody.nullish().describe('ID of the QR code that is being edited; omitted fields are taken from it'),
});

/** The filters and the order of the list of QR codes. */
export const listQrCodesQuery = z
  .object({
    ...pageQueryFields,
    order: z.enum(['date', 'scans']).optional().describe('date (newest first) or scans'),
    q: searchField(255).describe('Text in name or content'),
    channel: pageQueryFields.page.describe('ID of a channel'),
    all: allField,
    body: bodyQueryField,
  })
  .transform(({ limit, page, all, body, ...filters }) => ({
    page: readPage({ limit, page }),
    filters,
    all,
    hasBodies: body === '1',
  }));

export type NewQrCode = z.output<typeof createQrCodeBody>;
type QrCodeUpdate = z.output<typeof updateQrCodeBody>;
export type QrCodeChange = QrCodeUpdate & Pick<NewQrCode, 'data'>;

/** False if a body contains only a status. */
export function hasData(body: QrCodeUpdate): body is QrCodeChange {
  return body.data !== undefined;
}

export type QrCodePreview = z.output<typeof previewQrCodeBody>;
export type QrCodeFilters = z.output<typeof listQrCodesQuery>['filters'];
