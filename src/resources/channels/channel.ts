import { failure } from '../../core/errors.ts';

/** The kinds of items that a channel can contain, as they appear in URLs. */
export const itemKinds = ['links', 'bio', 'qr'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Identifies one item of one kind. */
export interface ItemName {
  kind: ItemKind;
  id: number;
}

/** A folder for links, bio pages and QR codes. */
export interface Channel {
  id: number;
  name: string;
  description: string;
  /** `#rrggbb` in lower case. */
  color: string;
  isStarred: boolean;
  /** How many items it contains. */
  items: number;
}

/** The default color of a channel: the green of the product. */
export const DEFAULT_COLOR = '#176b62';

/** Parses a color of three or six digits, with or without `#`, into `#rrggbb`; undefined for anything else. */
export function parseHexColor(text: string): string | undefined {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${full.toLowerCase()}`;
}

export const channelNotFound = failure('not_found', 'channel_not_found', 'Get the ID from `GET /api/channels`.');

export const itemNotFound = failure(
  'not_found',
  'item_not_found',
  'Get the type and the ID from `GET /api/channel/:id`, or the ID from `GET /api/urls`, `GET /api/qr` or `GET /api/bio`.',
);
