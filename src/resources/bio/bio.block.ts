import type { Network } from '../../pages/bio/icons.ts';
import { payloadOf } from '../../qr/payload.ts';

/** The fields of a block by its type; pictures are ids of uploaded files. */
export type BlockData =
  | { type: 'link'; title: string; url: string; note: string; picture: number | null; featured: boolean }
  | { type: 'heading'; text: string }
  | { type: 'text'; text: string }
  | { type: 'picture'; picture: number; alt: string; caption: string; url: string | null }
  | { type: 'social'; network: Network; url: string }
  | { type: 'qr'; url: string | null; caption: string }
  | { type: 'email'; email: string; title: string; subject: string }
  | { type: 'phone'; phone: string; title: string }
  | { type: 'video'; url: string; title: string; picture: number | null }
  | { type: 'divider' };

/** One part of a bio page. */
export interface Block {
  id: number;
  data: BlockData;
  /** How many visitors clicked it. */
  clicks: number;
}

/** Video sites by the end of their host names. */
const VIDEO_SITES: Record<string, string> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'youtube-nocookie.com': 'YouTube',
  'vimeo.com': 'Vimeo',
  'twitch.tv': 'Twitch',
  'tiktok.com': 'TikTok',
  'dailymotion.com': 'Dailymotion',
  'dai.ly': 'Dailymotion',
  'loom.com': 'Loom',
  'ted.com': 'TED',
  'odysee.com': 'Odysee',
  'rumble.com': 'Rumble',
  'bilibili.com': 'Bilibili',
  'nicovideo.jp': 'Niconico',
};

/** The name of the video site; undefined if the site is unknown or the URL is not https. */
export function videoSiteOf(href: string): string | undefined {
  const { protocol, hostname } = new URL(href);
  const labels = hostname.split('.');
  const site = VIDEO_SITES[labels.slice(-2).join('.')];
  return protocol === 'https:' ? site : undefined;
}

/** The destination of a block; undefined for a block without one. */
export function destinationOf(data: BlockData): string | undefined {
  switch (data.type) {
    case 'link':
    case 'social':
    case 'video':
      return data.url;
    case 'picture':
      return data.url ?? undefined;
    case 'email':
      return payloadOf({ type: 'email', data });
    case 'phone':
      return payloadOf({ type: 'phone', data: data.phone });
    default:
      return undefined;
  }
}

/** The file that a block displays. */
export function pictureIdOf(data: BlockData): number | undefined {
  return 'picture' in data ? (data.picture ?? undefined) : undefined;
}
