import { type Html, html, Html as SafeHtml } from '../../lib/html.ts';

/** The label and the icon of each social network; the outlines are our own drawings on a 24-unit grid. */
const DRAWINGS = {
  instagram: [
    'Instagram',
    '<rect x="4" y="4" width="16" height="16" rx="4.5"/><circle cx="12" cy="12" r="3.75"/><path d="M16.5 7.5h.01"/>',
  ],
  tiktok: ['TikTok', '<path d="M13.5 4v10.75a3.5 3.5 0 1 1-3.5-3.5M13.5 4c.3 2.6 2.1 4.4 4.75 4.6"/>'],
  youtube: ['YouTube', '<rect x="2.5" y="5.5" width="19" height="13" rx="4"/><path d="M10.25 9.25v5.5L15 12z"/>'],
  x: ['X', '<path d="M5 4.5l14 15M18.5 4.5l-13 15"/>'],
  facebook: ['Facebook', '<path d="M15.5 4.5h-1.25a3 3 0 0 0-3 3V20M8 11.5h6.5"/>'],
  linkedin: ['LinkedIn', '<path d="M6 10v8.5M6 5.75v.01M11 18.5V10M11 13.5a3.5 3.5 0 0 1 7 0v5"/>'],
  github: [
    'GitHub',
    '<circle cx="7" cy="6" r="2"/><circle cx="7" cy="18" r="2"/><circle cx="17" cy="8" r="2"/><path d="M7 8v8M17 10c0 3.5-5 3.5-9.25 6"/>',
  ],
  mastodon: [
    'Mastodon',
    '<path d="M4.5 9.5c0-3 2-5 7.5-5s7.5 2 7.5 5c0 5-2 6.25-7.5 6.25-2.25 0-3.5.25-3.5 1.5S10 19.5 14 18.75"/><path d="M8.5 12V9.75a1.75 1.75 0 0 1 3.5 0V11M12 9.75a1.75 1.75 0 0 1 3.5 0V12"/>',
  ],
  bluesky: [
    'Bluesky',
    '<path d="M12 11C10.5 8 7.5 5 5 4.5 3.5 4.25 3.5 6 4 9c.4 2.3 1.5 3.5 4 3.5-2.5.5-4 1.5-2.5 3.75S9.5 19 12 14.5c2.5 4.5 5 4 6.5 1.75S18.5 13 16 12.5c2.5 0 3.6-1.2 4-3.5.5-3 .5-4.75-1-4.5C16.5 5 13.5 8 12 11z"/>',
  ],
  threads: [
    'Threads',
    '<circle cx="12" cy="12" r="3.25"/><path d="M15.25 8.75v4a2.25 2.25 0 0 0 4.5 0V12a7.75 7.75 0 1 0-3.25 6.3"/>',
  ],
  whatsapp: [
    'WhatsApp',
    '<path d="M4 20l1.25-4.25A8 8 0 1 1 8.25 18.75z"/><path d="M9.25 9c0 3.25 2.5 5.75 5.75 5.75l.75-1.5-1.75-1-1 .75a4 4 0 0 1-2-2l.75-1-1-1.75z"/>',
  ],
  telegram: ['Telegram', '<path d="M20.5 4.5L3.5 11l5 2 2 5.5 3-3.5 4 3z"/><path d="M8.5 13l12-8.5"/>'],
  discord: [
    'Discord',
    '<path d="M8 5.5c-2 .5-3 1-3.5 1.75C3 10 2.5 13.5 3 16.5c1.25 1.25 2.75 2 4.5 2l1-1.75c2.25.75 4.75.75 7 0l1 1.75c1.75 0 3.25-.75 4.5-2 .5-3 0-6.5-1.5-9.25C19 6.5 18 6 16 5.5l-.75 1.25c-2-.4-4.5-.4-6.5 0z"/><path d="M9 12v.01M15 12v.01" stroke-width="3"/>',
  ],
  twitch: ['Twitch', '<path d="M5 4h15v10l-4 4h-3.5L9.5 20.5V18H5z"/><path d="M11 8.5v4M15.5 8.5v4"/>'],
  spotify: [
    'Spotify',
    '<circle cx="12" cy="12" r="8.5"/><path d="M7.5 9.75c3-1 6.5-.75 9.25.75M8 12.75c2.5-.75 5.25-.5 7.75.75M8.5 15.5c2-.5 4-.4 6 .6"/>',
  ],
  soundcloud: [
    'SoundCloud',
    '<path d="M3.5 13.5V16M6.5 11.5V17M9.5 9.5V17M12.5 7.5V17h6a2.75 2.75 0 0 0 .4-5.47A6 6 0 0 0 12.5 7.5"/>',
  ],
  pinterest: [
    'Pinterest',
    '<circle cx="12" cy="12" r="8.5"/><path d="M9.75 18.5l2-8.5M9.25 12.75c-1.25-3 .5-5.25 3-5.25s4 2 3.25 4.5-3.75 3-4.5 1.25"/>',
  ],
  reddit: [
    'Reddit',
    '<ellipse cx="12" cy="14" rx="7.5" ry="5.5"/><path d="M12 8.5l1-4 3.5.75M9.25 13v.01M14.75 13v.01M9.5 16.25c1.5 1 3.5 1 5 0M4.75 12a1.9 1.9 0 1 1 2-2.5M19.25 12a1.9 1.9 0 1 0-2-2.5"/>',
  ],
  snapchat: [
    'Snapchat',
    '<path d="M12 3.5c-3 0-5 2.25-5 5.25v2l-2 .75 2 1.25c-.5 2-1.75 3-3.5 3.5 1 1.25 2.25 1 3.25 1.25.5 1.25 1.25 1 2.25.75 1.25 1.5 2 2.25 3 2.25s1.75-.75 3-2.25c1 .25 1.75.5 2.25-.75 1-.25 2.25 0 3.25-1.25-1.75-.5-3-1.5-3.5-3.5l2-1.25-2-.75v-2c0-3-2-5.25-5-5.25z"/>',
  ],
  medium: [
    'Medium',
    '<circle cx="7.5" cy="12" r="4.5"/><ellipse cx="15.5" cy="12" rx="2" ry="4.25"/><path d="M20.5 8.25v7.5"/>',
  ],
  substack: ['Substack', '<path d="M5 4.5h14M5 8.5h14M5 12.5h14v7.5l-7-4-7 4z"/>'],
  patreon: ['Patreon', '<path d="M5 4.5v15"/><circle cx="14.5" cy="9.75" r="5.25"/>'],
  dribbble: [
    'Dribbble',
    '<circle cx="12" cy="12" r="8.5"/><path d="M8.5 4.25c3 3.5 5.5 8.5 6.5 15.5M20.5 11.25c-5-1-11 1-13.5 7.5M3.75 10c6 .25 11-1 14.25-4"/>',
  ],
  podcast: [
    'Podcast',
    '<rect x="9" y="3.5" width="6" height="10" rx="3"/><path d="M5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21"/>',
  ],
  rss: ['RSS', '<path d="M5 12a7 7 0 0 1 7 7M5 5.5A13.5 13.5 0 0 1 18.5 19M6 18.5v.01"/>'],
  website: ['Website', '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z"/>'],
} as const satisfies Record<string, readonly [label: string, lines: string]>;

/** A network with an icon. */
export type Network = keyof typeof DRAWINGS;

/** Every network with an icon. */
export const networks = Object.keys(DRAWINGS) as [Network, ...Network[]];

function icon(lines: string): Html {
  return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${new SafeHtml(lines)}</svg>`;
}

const icons = new Map(networks.map((network) => [network, icon(DRAWINGS[network][1])]));

/** The display name of a network. */
export function labelOf(network: Network): string {
  return DRAWINGS[network][0];
}

/** The icon of a network, in the color of the surrounding text. */
export function networkIcon(network: Network): Html {
  return icons.get(network) ?? html``;
}

export const MAIL = icon('<rect x="3.5" y="5.5" width="17" height="13" rx="2.5"/><path d="M4 7.5l8 5.75 8-5.75"/>');
export const PHONE = icon(
  '<path d="M7.5 4l2.25 4.5-1.75 1.75a12 12 0 0 0 5.75 5.75l1.75-1.75 4.5 2.25c0 2.5-1.5 3.5-3.25 3.5A13.25 13.25 0 0 1 4 7.25C4 5.5 5 4 7.5 4z"/>',
);
export const PLAY = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5v14l11-7z"/></svg>`;
export const FILM = icon('<circle cx="12" cy="12" r="8.5"/><path d="M10.25 8.75v6.5l5-3.25z"/>');
