import { z } from 'zod';
import type { AuditedFields, AuditNoun } from '../../core/audit.ts';
import { AppError, type FieldError, fieldError, invalidField } from '../../core/errors.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import { blankIsNull, textField } from '../../http/fields.ts';
import { parseInput } from '../../http/read-input.ts';
import { redrawPicture } from '../../lib/picture/redraw-picture.ts';
import { createBioBody, prepareBio } from '../../resources/bio/bio.contract.ts';
import { addressesIn, assertCodesFit } from '../../resources/bio/bio.draft.ts';
import { createCampaignBody } from '../../resources/campaigns/campaign.contract.ts';
import { createChannelBody } from '../../resources/channels/channel.contract.ts';
import { createDomainBody } from '../../resources/domains/domain.contract.ts';
import { type DomainAddress, reverseLabels } from '../../resources/domains/domain.ts';
import { auditedLink } from '../../resources/links/link.audit.ts';
import { createLinkBody, type NewLink } from '../../resources/links/link.contract.ts';
import { createOverlayBody } from '../../resources/overlays/overlay.contract.ts';
import { createPixelBody } from '../../resources/pixels/pixel.contract.ts';
import { updateLinkQrBody } from '../../resources/qr-codes/link-qr.contract.ts';
import { auditedQrCode } from '../../resources/qr-codes/qr-code.audit.ts';
import { createQrCodeBody } from '../../resources/qr-codes/qr-code.contract.ts';
import { changeDesign, draftQrCode } from '../../resources/qr-codes/qr-code.draft.ts';
import type { QrDesign } from '../../resources/qr-codes/qr-code.ts';
import { toDesignView } from '../../resources/qr-codes/qr-code.views.ts';
import { createSplashPageBody } from '../../resources/splash/splash-page.contract.ts';
import { createUtmTemplateBody } from '../../resources/utm-templates/utm-template.contract.ts';
import type { Tables } from '../../tables.ts';
import { checkLink, checkScheduledChange } from './check-link.ts';
import { readRow } from './content.ts';

/** A line of a file, as it was read. */
export type ContentLine = Record<string, unknown> & { id: number };

type ChildLine = Record<string, unknown>;

/** A domain of an export, and where its visitors go who ask for no link. */
export interface RestoredDomain {
  address: DomainAddress;
  redirectroot: string | null;
  redirect404: string | null;
}

/** A line that the API would have accepted. */
export interface CheckedLine {
  /** Columns in the form in which the API stores them. */
  row: StoredRow;
  /** The lines of children that differ from those that were read. */
  children: Record<string, ChildLine[]>;
  /** Its name in the audit log, and its fields there. */
  noun: AuditNoun;
  audited: AuditedFields;
  /** The body of a link, whose destinations must not lead back to this service. */
  link?: NewLink;
  /** A domain, which must not be an address of this service. */
  domain?: RestoredDomain;
  /** Other destinations by their fields, which must not lead back to this service either. */
  destinations?: Record<string, string>;
  /** The addresses on a bio page by their fields; on our hosts it may have only links and pages of its owner. */
  pageAddresses?: [field: string, href: string][];
  /** The picture, redrawn like an upload. */
  picture?: Uint8Array;
}

type Check = (line: ContentLine, row: StoredRow) => Partial<CheckedLine> | Promise<Partial<CheckedLine>>;

const childrenOf = (line: ContentLine, field: string) => (line[field] ?? []) as ChildLine[];

function checkBody(noun: AuditNoun, schema: z.ZodType, bodyOf: (line: ContentLine) => object): Check {
  return (line) => {
    const body = blankIsNull(bodyOf(line));
    parseInput(schema, body);
    return { noun, audited: body as AuditedFields };
  };
}

async function assertPicture(field: string, base64: unknown): Promise<void> {
  if (typeof base64 !== 'string') return;
  const picture = await redrawPicture(Buffer.from(base64, 'base64'));
  if ('problem' in picture) throw invalidField(field, 'invalid');
}

/** The design of a QR code; the logo was drawn when it was chosen. */
async function checkDesign({ design, logo, logo_bytes }: ChildLine): Promise<QrDesign> {
  await assertPicture('logo', logo_bytes);
  const shown = toDesignView(design as QrDesign, logo as string | null);
  return changeDesign({}, parseInput(updateLinkQrBody, shown));
}

const checks: Partial<Record<keyof Tables, Check>> = {
  domains(line) {
    const files = childrenOf(line, 'well_known').map(({ name, content }) => [name, content]);
    const origin = `${line.scheme}://${line.host}`;
    const fields = { domain: origin, redirectroot: line.redirect_root, redirect404: line.redirect_404 };
    const body = parseInput(createDomainBody, { ...fields, ...Object.fromEntries(files) });
    const { scheme, host, name } = body.domain;
    const { redirectroot = null, redirect404 = null } = body;
    const row = { scheme, host, name, reversed_name: reverseLabels(name) };
    return {
      ...{ noun: 'domain', audited: fields, domain: { address: body.domain, redirectroot, redirect404 } },
      row: { ...row, redirect_root: redirectroot, redirect_404: redirect404 },
    };
  },

  async files({ picture }) {
    const redrawn = typeof picture === 'string' ? await redrawPicture(Buffer.from(picture, 'base64')) : undefined;
    if (!redrawn || 'problem' in redrawn) throw invalidField('picture', 'invalid');
    const { bytes, width, height } = redrawn;
    const row = { width, height, size: bytes.byteLength };
    return { noun: 'file', audited: row, row, picture: bytes };
  },

  pixels: checkBody('pixel', createPixelBody, ({ type, name, tag }) => ({ type, name, tag })),
  utm_templates: checkBody('utm-template', createUtmTemplateBody, ({ id: _, created_at: __, ...fields }) => fields),
  saved_tags: checkBody('tag', z.object({ name: textField(50), color: z.string().regex(/^[a-z]+$/) }), (line) => ({
    ...{ name: line.name, color: line.color },
  })),
  campaigns: checkBody('campaign', createCampaignBody, ({ name, slug, is_public }) => ({
    ...{ name, slug, public: is_public === 1 },
  })),
  channels: checkBody('channel', createChannelBody, ({ name, description, color, is_starred }) => ({
    ...{ name, description, color, starred: is_starred === 1 },
  })),
  splash_pages: checkBody('splash', createSplashPageBody, (line) => ({
    ...{ name: line.name, title: line.title, text: line.text, button: line.button, seconds: line.seconds },
    ...{ background: line.background, foreground: line.foreground, accent: line.accent },
  })),

  overlays(line) {
    const { content, type, name, position, delay, background, foreground, accent } = line;
    const own = content as Record<string, unknown>;
    const fields = { ...blankIsNull({ ...own, background, foreground, accent }), type, name, position, delay };
    const parsed = parseInput(createOverlayBody, fields) as Record<string, unknown>;
    // Only what the type has; its URLs as they were parsed.
    const known = Object.keys(own).map((key) => [key, parsed[key] ?? null]);
    return {
      ...{ noun: 'overlay', audited: fields, destinations: pickTexts(parsed, ['button_url', 'link']) },
      row: { content: JSON.stringify(Object.fromEntries(known)) },
    };
  },

  async links(line, stored) {
    const { row, record, body } = checkLink(stored);
    for (const change of childrenOf(line, 'schedule')) checkScheduledChange(change);
    const tags = childrenOf(line, 'tags').map(({ tag }) => tag);
    const pixels = childrenOf(line, 'pixels').map(({ pixel_id }) => pixel_id);
    parseInput(createLinkBody.pick({ tags: true, pixels: true }), { tags, pixels });
    const codes = [];
    for (const code of childrenOf(line, 'qr_code')) codes.push({ ...code, design: await checkDesign(code) });
    return {
      ...{ row, noun: 'url', audited: auditedLink(record), link: body },
      children: { qr_code: codes },
    };
  },

  async qr_codes(line, { disabled_by }) {
    const { name, type, data, is_dynamic, logo } = line;
    for (const { bytes } of childrenOf(line, 'logo_picture')) await assertPicture('logo', bytes);
    const shown = toDesignView(line.design as QrDesign, logo as string | null);
    const sent = {
      type,
      data: readJson(data),
      name: name || null,
      ...(type !== 'link' && { dynamic: is_dynamic === 1 }),
    };
    const body = parseInput(createQrCodeBody, { ...shown, ...sent });
    const draft = draftQrCode(body.type, body);
    const { content, design } = draft;
    const qr = { ...draft, logo: logo as string | null, disabledBy: (disabled_by ?? null) as typeof draft.disabledBy };
    return {
      row: { data: JSON.stringify(content.data), design: JSON.stringify(design) },
      ...(content.type === 'link' && { destinations: { data: content.data } }),
      ...{ noun: 'qr', audited: auditedQrCode(qr, null) },
    };
  },

  bio_pages(line) {
    const blocks = childrenOf(line, 'blocks');
    const { accent, language, hasFooter } = line.design as Record<string, unknown>;
    const fields = {
      ...{ name: line.name, slug: line.slug, headline: line.headline, text: line.text, avatar: line.avatar },
      ...{ theme: line.theme, accent, language, footer: hasFooter, status: line.status },
      ...{ metatitle: line.meta_title, metadescription: line.meta_description },
    };
    const sent = blocks.map(({ type, data }) => ({ ...(data as object), type }));
    const body = parseInput(createBioBody, prepareBio({ ...fields, blocks: sent }));
    assertCodesFit(body);
    const parsed = (body.blocks ?? []).map(({ id: _, type: __, ...data }) => data);
    return {
      ...{ noun: 'bio', audited: { ...fields, blocks: sent }, pageAddresses: addressesIn(body) },
      row: { design: JSON.stringify({ accent: body.accent ?? null, language: body.language ?? null, hasFooter }) },
      children: { blocks: blocks.map((block, index) => ({ ...block, data: parsed[index] })) },
    };
  },
};

function pickTexts(fields: Record<string, unknown>, names: string[]): Record<string, string> {
  const texts = names.map((name) => [name, fields[name]] as const);
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw invalidField('data', 'invalid');
  }
}

/** Validates a line as the API validates a new row; returns why it is refused. */
export async function checkLine(
  table: keyof Tables,
  line: ContentLine,
  fields: Record<string, unknown>,
): Promise<CheckedLine | { errors: FieldError[] }> {
  const check = checks[table];
  if (!check) return { errors: [fieldError('table', 'invalid')] };
  try {
    const checked = await check(line, readRow(table, fields));
    return { row: {}, children: {}, noun: 'settings', audited: {}, ...checked };
  } catch (error) {
    if (error instanceof AppError && error.fields.length > 0) return { errors: error.fields };
    // JSON of another form than the one that is expected in its place.
    if (error instanceof TypeError) return { errors: [fieldError('content', 'invalid')] };
    throw error;
  }
}
