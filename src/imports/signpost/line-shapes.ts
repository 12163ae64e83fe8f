import { z } from 'zod';
import { disablers } from '../../core/take-down.ts';
import { dnsStates, proofKinds } from '../../resources/domains/domain.ts';
import { wellKnownNames } from '../../resources/domains/well-known.ts';
import { linkStatuses } from '../../resources/links/link.ts';
import { MAX_SCHEDULED } from '../../resources/links/schedule/link-schedule.ts';
import { type Dimension, dimensions } from '../../rollups/dimension.ts';
import { DAY_MS, HOUR_MS, nounCodes, type Span, spanCodes, visitedNouns } from '../../rollups/subject.ts';
import { isVisitorSketch } from '../../rollups/visitor-sketch.ts';

const MAX_COUNT = 1e15;
const MAX_JSON = 100_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const id = z.int().min(1).max(MAX_COUNT);
const count = z.int().min(0).max(MAX_COUNT);
const flag = z.literal([0, 1]);
const time = z.iso.datetime();
// PostgreSQL cannot store the character U+0000.
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\0]*$/);
const bytes = z.string().regex(BASE64);
const json = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).refine((value) => {
  const written = JSON.stringify(value);
  return written.length <= MAX_JSON && !written.includes('\\u0000');
});
/** A list without two entries that have the same values in these fields. */
function listOf<Shape extends z.ZodRawShape>(shape: Shape, fields: (keyof Shape & string)[]) {
  return z.array(z.strictObject(shape)).refine((list) => {
    const keys = list.map((entry) => JSON.stringify(fields.map((field) => (entry as Record<string, unknown>)[field])));
    return new Set(keys).size === keys.length;
  });
}

const disabledBy = z.enum(disablers).nullish();
const words = text(20_000);
const color = text(50).nullable();

const common = { id, workspace: id.optional(), created_at: time };

const domain = {
  ...common,
  ...{ scheme: z.enum(['http', 'https']), host: text(300), name: text(300), reversed_name: text(300) },
  ...{ redirect_root: text(2_048).nullable(), redirect_404: text(2_048).nullable() },
  ...{ dns: z.enum(dnsStates), dns_checked_at: time.nullable() },
  ...{ verified_at: time.nullable(), verified_by: z.enum(proofKinds).nullable() },
  well_known: listOf({ name: z.enum(wellKnownNames), content: json }, ['name']),
  misses: listOf({ day: time, code: text(10_000), count, last_at: time }, ['day', 'code']),
};

const scheduledChange = z.strictObject({
  ...{ id, author_id: id.nullable(), due_at: time, change: json, password_hash: text(255).nullable() },
  ...{ failure: json.nullable(), created_at: time },
});

const importRef = {
  ...{ source: text(300), ref: text(255), import_id: count, clicks: count.optional(), bots: count.optional() },
  ...{ undated: count.optional(), state: text(1_000_000).nullable() },
};

const linkQrCode = z.strictObject({
  ...{ design: json, logo: text(2_048).nullable(), logo_bytes: bytes.nullable() },
});

const link = {
  ...common,
  ...{ domain_id: count, alias: text(100), url: text(MAX_JSON), url_hash: text(64), description: text(1_000) },
  ...{ type: text(20), interstitial_id: id.nullable(), password_hash: text(255).nullable() },
  ...{ expires_at: time.nullable(), starts_at: time.nullable(), expiry_url: text(MAX_JSON).nullable() },
  ...{ max_clicks: count.nullable(), spent_clicks: count.optional(), clicks: count.optional() },
  ...{ imported_clicks: count.optional(), status: z.enum(linkStatuses), disabled_by: disabledBy },
  ...{ forward_query: flag, redirect_code: z.int(), rules: json.nullable() },
  ...{ meta_title: text(255), meta_description: text(1_000), meta_image: text(MAX_JSON), search_words: words },
  ...{ campaign_id: id.nullish(), campaign_weight: z.int().min(1).max(1_000).optional() },
  ...{ unframed: json.nullish(), app: json.nullish(), escapes: flag.optional() },
  tags: listOf({ tag: text(50), position: count.optional() }, ['tag']),
  pixels: listOf({ pixel_id: id }, ['pixel_id']),
  qr_code: z.array(linkQrCode).max(1),
  schedule: z.array(scheduledChange).max(MAX_SCHEDULED),
  imported: listOf(importRef, ['source', 'ref']),
};

const qrCode = {
  ...common,
  ...{ domain_id: count, code: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), name: text(255), type: text(20) },
  ...{ data: text(MAX_JSON), is_dynamic: flag, design: json, logo: text(2_048).nullable() },
  ...{ logo_hash: text(64).nullable(), search_words: words, scans: count.optional(), disabled_by: disabledBy },
  logo_picture: z.array(z.strictObject({ bytes })).max(1),
};

const block = { id, position: count, type: text(20), data: json, clicks: count.optional() };

const bioPage = {
  ...common,
  ...{ domain_id: count, name: text(100), slug: text(100), headline: text(160), text: text(1_000) },
  ...{ avatar: id.nullable(), theme: text(50), design: json, status: text(20), disabled_by: disabledBy },
  ...{ meta_title: text(255), meta_description: text(1_000), search_words: words, views: count.optional() },
  blocks: listOf(block, ['id']),
};

const shownColors = { background: color, foreground: color, accent: color };
const pictures = { picture_id: id.nullable(), logo_id: id.nullable() };

const splashPage = {
  ...common,
  ...{ name: text(255), search_words: words, title: text(120), text: text(1_000), button: text(40) },
  ...{ seconds: count, ...shownColors, ...pictures, disabled_by: disabledBy },
};

const overlay = {
  ...common,
  ...{ type: text(20), name: text(255), search_words: words, content: json, position: text(20), delay: count },
  ...{ is_dismissable: flag, ...shownColors, ...pictures, responses: count.optional(), disabled_by: disabledBy },
  votes: listOf({ answer: text(100), votes: count }, ['answer']),
};

const utm = text(255);

/** The start of a time slot. */
function isStart(span: Span, start: string): boolean {
  const at = Date.parse(start);
  return span === 'total' ? at === 0 : at % (span === 'day' ? DAY_MS : HOUR_MS) === 0;
}

const dimension = z.enum(dimensions as [Dimension, ...Dimension[]]);
const value = text(2_048);

const statistics = z
  .strictObject({
    ...{ of: z.enum(Object.keys(nounCodes)), id, span: z.enum(Object.keys(spanCodes) as Span[]), start: time },
    ...{ clicks: count, bots: count, counts: z.partialRecord(dimension, z.record(value, count)) },
    visitors: bytes.refine((text) => isVisitorSketch(Buffer.from(text, 'base64'))).nullable(),
  })
  .refine(({ span, start }) => isStart(span, start), { path: ['start'] });

const click = z
  .object({
    at: time,
    visitor: z
      .int()
      .min(0)
      .max(2 ** 48 - 1),
  })
  .catchall(z.string())
  .refine(({ at: _, visitor: __, ...values }) => z.partialRecord(dimension, value).safeParse(values).success);

/** What the lines of each file contain. A file with anything else was not written by an export. */
export const lineShapes: Readonly<Record<string, z.ZodType>> = {
  manifest: z.looseObject({ format: z.string(), version: z.number(), host: z.string() }),
  domains: z.strictObject(domain),
  files: z.strictObject({ ...common, width: id, height: id, size: count, picture: bytes.optional() }),
  pixels: z.strictObject({ ...common, type: text(50), name: text(255), tag: text(64), search_words: words }),
  'utm-templates': z.strictObject({
    ...{ ...common, name: text(255), utm_source: utm, utm_medium: utm, utm_campaign: utm, utm_term: utm },
    utm_content: utm,
  }),
  tags: z.strictObject({ ...common, name: text(50), color: text(50) }),
  campaigns: z.strictObject({
    ...{ ...common, name: text(255), slug: text(100).nullable(), is_public: flag, search_words: words },
  }),
  channels: z.strictObject({
    ...{ ...common, name: text(255), description: text(1_000), color: text(50), is_starred: flag, search_words: words },
  }),
  'splash-pages': z.strictObject(splashPage),
  overlays: z.strictObject(overlay),
  links: z.strictObject(link),
  'qr-codes': z.strictObject(qrCode),
  'bio-pages': z.strictObject(bioPage),
  'channel-items': z.strictObject({
    ...{ channel_id: id, kind: z.enum(['links', 'qr', 'bio']), item_id: id, item_created_at: time },
  }),
  'overlay-responses': z.strictObject({
    ...{ id, overlay_id: id, link_id: id, fields: z.record(text(100), text(10_000)), visitor: text(255).nullable() },
    created_at: time,
  }),
  statistics,
  clicks: z.strictObject({ of: z.enum(visitedNouns), id, day: time, clicks: z.array(click) }),
};
