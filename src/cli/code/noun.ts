import type { z } from 'zod';
import type { QrType } from '../../qr/payload.ts';
import { createCampaignBody } from '../../resources/campaigns/campaign.contract.ts';
import { createChannelBody } from '../../resources/channels/channel.contract.ts';
import { DEFAULT_COLOR } from '../../resources/channels/channel.ts';
import { createDomainBody } from '../../resources/domains/domain.contract.ts';
import { readHost } from '../../resources/domains/domain.ts';
import { createLinkBody } from '../../resources/links/link.contract.ts';
import { readContent } from '../../resources/qr-codes/qr-code.content.ts';
import { createQrCodeBody } from '../../resources/qr-codes/qr-code.contract.ts';
import { UNTITLED_QR_CODE } from '../../resources/qr-codes/qr-code.ts';

/** The parts of a file, in the order in which they are created. */
export const nounNames = ['domains', 'campaigns', 'channels', 'links', 'qr'] as const;

export type NounName = (typeof nounNames)[number];

/** The fields of one object, as a file has them. Absent fields have their defaults. */
export type Fields = Record<string, unknown>;

/** How the objects of a noun are written in a file. */
interface Noun {
  /** The fields of a request body, in the order of the file. */
  schema: z.ZodObject;
  /** Fields that the file has and the body does not. */
  extra?: readonly string[];
  omits?: readonly string[];
  required: readonly string[];
  /** What a field means if it is absent, unless that is null. */
  defaults(fields: Fields): Fields;
  /** By what an object is found again. */
  identify(fields: Fields): string;
}

/** The host of a domain; '' for none. */
export function domainHostOf(domain: unknown): string {
  return typeof domain === 'string' && domain !== '' ? (readHost(domain)?.host ?? domain) : '';
}

export const nouns: Record<NounName, Noun> = {
  domains: {
    schema: createDomainBody,
    required: ['domain'],
    defaults: () => ({}),
    identify: ({ domain }) => domainHostOf(domain),
  },
  campaigns: {
    schema: createCampaignBody,
    required: ['name'],
    defaults: () => ({ public: false }),
    identify: ({ name }) => String(name),
  },
  channels: {
    schema: createChannelBody,
    required: ['name'],
    defaults: () => ({ color: DEFAULT_COLOR, starred: false }),
    identify: ({ name }) => String(name),
  },
  links: {
    schema: createLinkBody,
    extra: ['weight'],
    omits: ['reuse'],
    required: ['custom', 'url'],
    defaults: ({ campaign }) => ({
      ...{ type: 'direct', forward_query: true, redirect_code: 302, status: 'active', escape: false },
      ...(campaign !== undefined && { weight: 1 }),
    }),
    identify: ({ domain, custom }) => `${domainHostOf(domain)}/${custom}`,
  },
  qr: {
    schema: createQrCodeBody,
    required: ['type', 'data'],
    defaults: ({ type }) => ({ name: UNTITLED_QR_CODE, dynamic: type === 'link', status: 'active' }),
    identify: ({ name = UNTITLED_QR_CODE }) => String(name),
  },
};

/** The names of all fields of a noun, those that identify an object first. */
export function fileFieldsOf(noun: NounName): string[] {
  const { schema, extra = [], omits = [], required } = nouns[noun];
  const first = noun === 'links' ? ['custom', 'domain', 'url'] : noun === 'qr' ? ['name', ...required] : required;
  const names = [...first, ...Object.keys(schema.shape), ...extra];
  return [...new Set(names)].filter((name) => !omits.includes(name));
}

/** Whether a value is the same as an absent one. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

// These name other objects, so they are compared as they are.
const REFERENCES = ['campaign', 'channel', 'pixels', 'type', 'domain', 'weight'];

/** A value in the form in which two values can be compared: as the API would read it. */
export function normalize(noun: NounName, field: string, value: unknown): unknown {
  if (isEmpty(value)) return null;
  if (field === 'domain') return domainHostOf(value);
  if (field === 'tags' || field === 'pixels' || field === 'channel')
    return [...new Set([value].flat().map(String))].sort();
  if (REFERENCES.includes(field)) return String(value);
  const schema = nouns[noun].schema.shape[field] as z.ZodType | undefined;
  const parsed = schema?.safeParse(value);
  return parsed?.success ? parsed.data : value;
}

/** The content of a QR code as the API would read it, which depends on its type. */
function contentOf({ type, data }: Fields): unknown {
  try {
    return readContent(type as QrType, data).data;
  } catch {
    return data;
  }
}

/** Whether two QR codes have the same content. */
export function isSameContent(one: Fields, other: Fields): boolean {
  return one.type === other.type && Bun.deepEquals(contentOf(one), contentOf(other));
}

/** Whether two values of a field mean the same. */
export function isSameValue(noun: NounName, field: string, one: unknown, other: unknown): boolean {
  return Bun.deepEquals(normalize(noun, field, one), normalize(noun, field, other));
}
