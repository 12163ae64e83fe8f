import {
  AtSign,
  CirclePlay,
  Heading,
  ImageIcon,
  Link2,
  type LucideIcon,
  Minus,
  Phone,
  QrCode,
  Share2,
  Text,
} from 'lucide-react';

/** The fields of each block type; a name with `?` is optional. */
const FIELDS = {
  link: ['title', 'url', 'note?', 'picture?', 'featured?'],
  heading: ['text'],
  text: ['text'],
  social: ['network', 'url'],
  picture: ['picture', 'alt?', 'caption?', 'url?'],
  video: ['title', 'url', 'picture?'],
  email: ['email', 'title?', 'subject?'],
  phone: ['phone', 'title?'],
  qr: ['url?', 'caption?'],
  divider: [],
} as const;

export type BlockType = keyof typeof FIELDS;
type WithoutMark<Name extends string> = Name extends `${infer Bare}?` ? Bare : Name;
export type BlockField = WithoutMark<(typeof FIELDS)[BlockType][number]>;

/** The types in the order of the menu. */
export const BLOCK_TYPES = Object.keys(FIELDS) as BlockType[];

export const BLOCK_ICONS: Record<BlockType, LucideIcon> = {
  link: Link2,
  heading: Heading,
  text: Text,
  social: Share2,
  picture: ImageIcon,
  video: CirclePlay,
  email: AtSign,
  phone: Phone,
  qr: QrCode,
  divider: Minus,
};

/** The fields of a type, and whether each is optional. */
export function fieldsOf(type: BlockType): { name: BlockField; isOptional: boolean }[] {
  return FIELDS[type].map((name) => ({
    name: name.replace('?', '') as BlockField,
    isOptional: name.endsWith('?'),
  }));
}

/** The form values of a block: all are text, and its key stays the same while it is on the screen. */
export interface BlockValues {
  key: number;
  /** Undefined until it is saved. */
  id: number | undefined;
  type: BlockType;
  clicks: number;
  fields: Partial<Record<BlockField, string>>;
}

let lastKey = 0;

/** An empty block. */
export function newBlock(type: BlockType): BlockValues {
  return { key: ++lastKey, id: undefined, type, clicks: 0, fields: type === 'social' ? { network: 'instagram' } : {} };
}

/** A block of the API. */
export function fromBlock(block: unknown): BlockValues {
  const { id, type, clicks, ...rest } = block as { id: number; type: BlockType; clicks: number };
  const fields = Object.entries(rest).map(([name, value]) => [name, value === null ? '' : String(value)]);
  return { key: ++lastKey, id, type, clicks, fields: Object.fromEntries(fields) };
}

/** The block in the API's format. */
export function toBlock({ id, type, fields }: BlockValues): object {
  const { featured, picture, ...rest } = fields;
  return {
    ...(id !== undefined && { id }),
    type,
    ...rest,
    ...(featured !== undefined && { featured: featured === 'true' }),
    ...(picture && { picture }),
  };
}

/** Whether a new block is still incomplete; it appears on the page once it is complete. */
export function isUnfinished({ id, type, fields }: BlockValues): boolean {
  return id === undefined && fieldsOf(type).some(({ name, isOptional }) => !isOptional && !fields[name]);
}

/** Whether a block is a link. */
export function isLinkBlock({ type, fields }: BlockValues): boolean {
  return type === 'picture' ? Boolean(fields.url) : !['heading', 'text', 'qr', 'divider'].includes(type);
}

/** The text that identifies a block in a list. */
export function summaryOf({ fields }: BlockValues): string {
  const { title, text, network, caption, alt, email, phone, url } = fields;
  return title || text || NETWORKS[network ?? ''] || caption || alt || email || phone || url || '';
}

/** The accessible name of a block. */
export function nameOf(block: BlockValues, types: Record<BlockType, string>): string {
  return [types[block.type], summaryOf(block)].filter(Boolean).join(': ');
}

/** The networks that have an icon, by name. */
export const NETWORKS: Record<string, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  threads: 'Threads',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  discord: 'Discord',
  twitch: 'Twitch',
  spotify: 'Spotify',
  soundcloud: 'SoundCloud',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  snapchat: 'Snapchat',
  medium: 'Medium',
  substack: 'Substack',
  patreon: 'Patreon',
  dribbble: 'Dribbble',
  podcast: 'Podcast',
  rss: 'RSS',
  website: 'Website',
};
