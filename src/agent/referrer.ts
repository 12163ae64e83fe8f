/** The social networks that statistics distinguish. */
export type SocialNetwork =
  | 'facebook'
  | 'twitter'
  | 'google'
  | 'instagram'
  | 'linkedin'
  | 'reddit'
  | 'youtube'
  | 'pinterest'
  | 'tiktok'
  | 'whatsapp'
  | 'telegram'
  | 'bluesky'
  | 'mastodon';

const MAX_HOST_LENGTH = 255;
const MAX_REFERER_LENGTH = 1_024;

const ORIGIN = /^https?:\/\/[^/?#\\]{1,512}[/?#\\]/i;

// URLs that the parser would not change. A last label that begins with a digit may be part of an IP address: the parser decides.
const USUAL = /^https?:\/\/((?:[a-z\d-]+\.)*[a-z][a-z\d-]*)(?::\d{1,4})?(?:[/?#]|$)/;
const HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:]+\])$/;
const ANDROID_APP = /^android-app:\/\/([a-z]\w*(?:\.\w+)+)(?:[/?#]|$)/i;

// Shortens a long referrer to its origin: parsing the rest would only cost time.
function originOf(referer: string): string {
  return referer.length > MAX_REFERER_LENGTH ? (ORIGIN.exec(referer)?.[0] ?? '') : referer;
}

function readUnusual(referer: string): string {
  const app = ANDROID_APP.exec(referer)?.[1];
  if (app !== undefined) return app.toLowerCase();
  const url = URL.parse(referer);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return '';
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  // The parser accepts quotes and brackets, which no host has.
  return HOST.test(host) ? host : '';
}

/**
 * The host of a `Referer` in lower case, without port and final dot, or the package of an Android app; '' if there is neither.
 * International names are in Punycode.
 */
export function fullReferrerHostOf(referer: string): string {
  const origin = originOf(referer);
  if (origin === '') return '';
  const usual = USUAL.exec(origin)?.[1];
  const host = usual === undefined || usual.includes('xn--') ? readUnusual(origin) : usual;
  return host.length > MAX_HOST_LENGTH ? '' : host;
}

/** The same without `www.`, as statistics show it. */
export function referrerHostOf(referer: string): string {
  const host = fullReferrerHostOf(referer);
  // `www.com` is a site itself.
  return host.startsWith('www.') && host.includes('.', 4) ? host.slice(4) : host;
}

// The hosts and Android packages of each network.
const ROWS: readonly [network: SocialNetwork, names: string][] = [
  ['facebook', 'facebook.com fb.com fb.me fb.watch messenger.com m.me'],
  ['facebook', 'com.facebook.katana com.facebook.lite com.facebook.orca'],
  ['twitter', 'twitter.com t.co x.com com.twitter.android'],
  ['google', 'goo.gl g.co'],
  ['instagram', 'instagram.com instagr.am ig.me com.instagram.android'],
  ['linkedin', 'linkedin.com lnkd.in com.linkedin.android'],
  ['reddit', 'reddit.com redd.it com.reddit.frontpage'],
  ['youtube', 'youtube.com youtu.be youtube-nocookie.com com.google.android.youtube'],
  ['pinterest', 'pin.it com.pinterest'],
  ['tiktok', 'tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill'],
  ['whatsapp', 'whatsapp.com wa.me com.whatsapp com.whatsapp.w4b'],
  ['telegram', 't.me telegram.org telegram.me org.telegram.messenger'],
  ['bluesky', 'bsky.app bsky.social xyz.blueskyweb.app'],
  ['mastodon', 'joinmastodon.org mas.to fosstodon.org hachyderm.io infosec.exchange org.joinmastodon.android'],
];
const byName = new Map(ROWS.flatMap(([network, names]) => names.split(' ').map((name) => [name, network] as const)));

// These two have a host for most countries: `google.de`, `google.co.uk`, `google.com.br`.
const BY_COUNTRY = /(?:^|\.)(google|pinterest)\.(?:com?(?:\.[a-z]{2})?|[a-z]{2}|cat)$/;
const GOOGLE_APP = /^com\.google\.android\.\w/;
const MASTODON = /^(?:mastodon|mstdn)\./;

/** Parses the host of a site, or the package of an Android app, to the form of `fullReferrerHostOf`; undefined if it is neither. */
export function parseReferrerHost(text: string): string | undefined {
  const host = text.trim();
  // Other characters would end the host, or belong to something that is not a host.
  if (host.length > MAX_HOST_LENGTH || !/^(?:[^\s/?#@:%\\[\]]+|\[[\da-f:.]+\])$/i.test(host)) return undefined;
  return readUnusual(`http://${host}/`) || undefined;
}

/** The network of a host or app that `referrerHostOf` returned, or of one of its parent domains; '' if there is none. */
export function socialNetworkOf(host: string): SocialNetwork | '' {
  if (host === '' || host.length > MAX_HOST_LENGTH) return '';
  for (let from = 0; from !== -1; from = host.indexOf('.', from) + 1 || -1) {
    const network = byName.get(host.slice(from));
    if (network !== undefined) return network;
  }
  const brand = BY_COUNTRY.exec(host)?.[1];
  if (brand === 'google' || brand === 'pinterest') return brand;
  if (GOOGLE_APP.test(host)) return 'google';
  return MASTODON.test(host) ? 'mastodon' : '';
}
