import { cacheByAgent } from './agent-cache.ts';

/** The devices that a rule can name; `ios`, `mobile`, `tablet` and `desktop` are groups. */
export const deviceNames = [
  'iphone',
  'ipad',
  'ios',
  'android',
  'mobile',
  'tablet',
  'desktop',
  'windows',
  'macos',
  'linux',
  'chromeos',
] as const;

/** A device that a rule can name. */
export type DeviceName = (typeof deviceNames)[number];

/** The kinds of devices in statistics; a console counts as `tv`, and '' means unknown. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | '';

type Kind =
  | 'iphone'
  | 'ipod'
  | 'ipad'
  | 'android-phone'
  | 'android-tablet'
  | 'android-tv'
  | 'other-phone'
  | 'other-tablet'
  | 'windows'
  | 'macos'
  | 'chromeos'
  | 'linux'
  | 'other-desktop'
  | 'other-tv'
  | 'unknown';

const KINDS: Record<DeviceName, readonly Kind[]> = {
  iphone: ['iphone'],
  ipad: ['ipad'],
  ios: ['iphone', 'ipad', 'ipod'],
  android: ['android-phone', 'android-tablet', 'android-tv'],
  mobile: ['iphone', 'android-phone', 'ipod', 'other-phone'],
  tablet: ['ipad', 'android-tablet', 'other-tablet'],
  desktop: ['windows', 'macos', 'linux', 'chromeos', 'other-desktop'],
  windows: ['windows'],
  macos: ['macos'],
  linux: ['linux'],
  chromeos: ['chromeos'],
};

const GROUPS = ['mobile', 'desktop', 'tablet'] as const;

const OTHER_NAMES = new Map<string, DeviceName>([
  ['mac', 'macos'],
  ['macosx', 'macos'],
  ['osx', 'macos'],
  ['chromebook', 'chromeos'],
  ['cros', 'chromeos'],
]);

const PHONE =
  /Windows Phone|IEMobile|Windows CE|Windows Mobile|BlackBerry|BB10|Symbian|Series ?[46]0|KAIOS|MIDP|Opera Mini/;
const TABLET = /Tablet|Kindle|Silk\/|PlayBook|TouchPad/;
const TELEVISION =
  /SMART-TV|(?:Smart|Google|Android|Apple) ?TV|HbbTV|NetCast|Web0S|BRAVIA|CrKey|Roku|; AFT|PlayStation|PLAYSTATION|Nintendo|Xbox/;

function androidKind(agent: string): Kind {
  // E-book readers send `like Android`, and Silk on a tablet sends `Mobile` if it requests mobile pages.
  if (agent.includes('like Android')) return 'other-tablet';
  if (TELEVISION.test(agent)) return 'android-tv';
  if (agent.includes('Silk/')) return 'android-tablet';
  return agent.includes('Mobi') || agent.includes('Opera Mini') ? 'android-phone' : 'android-tablet';
}

function otherKind(agent: string): Kind {
  if (PHONE.test(agent) || agent.includes('Mobi')) return 'other-phone';
  if (TELEVISION.test(agent)) return 'other-tv';
  if (TABLET.test(agent)) return 'other-tablet';
  if (agent.includes('Linux')) return 'linux';
  return agent.includes('X11') ? 'other-desktop' : 'unknown';
}

// The order matters: Windows Phone claims to be Android and iPhone, iPod and iPad claim to be iPhone, all of them Mac OS X.
function kindOf(agent: string): Kind {
  if (agent.includes('Windows')) {
    if (PHONE.test(agent)) return 'other-phone';
    return agent.includes('Xbox') ? 'other-tv' : 'windows';
  }
  if (agent.includes('iPad')) return 'ipad';
  if (agent.includes('iPod')) return 'ipod';
  if (agent.includes('iPhone')) return 'iphone';
  if (agent.includes('Android')) return androidKind(agent);
  if (agent.includes('CrOS ')) return 'chromeos';
  if (agent.includes('Macintosh') || agent.includes('Mac OS X') || agent.includes('macOS')) {
    return TELEVISION.test(agent) ? 'other-tv' : 'macos';
  }
  return otherKind(agent);
}

/** Parses the name of a device, ignoring case; also accepts `mac`, `Mac OS X`, `OSX` and `Chrome OS`. */
export function parseDevice(text: string): DeviceName | undefined {
  if (text.length > 40) return undefined;
  const word = text.trim().toLowerCase().replaceAll(' ', '');
  return deviceNames.find((name) => name === word) ?? OTHER_NAMES.get(word);
}

const MAX_KNOWN = 2_000;
const knownKindOf = cacheByAgent(MAX_KNOWN, kindOf);

/** What the program knows about a device; `isDeviceOfKind` says which names apply. */
export type DeviceKind = Kind;

/** The kind of the device that a User-Agent runs on. */
export function deviceKindOf(userAgent: string): DeviceKind {
  return knownKindOf(userAgent);
}

/** Whether a kind of device has this name. */
export function isDeviceOfKind(kind: DeviceKind, device: DeviceName): boolean {
  return KINDS[device].includes(kind);
}

/** Whether the User-Agent runs on this device. An iPad that requests desktop pages claims to be a Mac, and counts as one. */
export function matchesDevice(userAgent: string, device: DeviceName): boolean {
  return KINDS[device].includes(knownKindOf(userAgent));
}

/** Whether the other devices together include every kind of this device. */
export function isCovered(device: DeviceName, others: readonly DeviceName[]): boolean {
  return KINDS[device].every((kind) => others.some((other) => KINDS[other].includes(kind)));
}

/** Whether a visitor can have both devices, as with `iphone` and `mobile`. */
export function overlapsDevice(one: DeviceName, other: DeviceName): boolean {
  return KINDS[one].some((kind) => KINDS[other].includes(kind));
}

/** Agrees with `matchesDevice` about `mobile`, `tablet` and `desktop`. */
export function deviceTypeOf(userAgent: string): DeviceType {
  const kind = knownKindOf(userAgent);
  if (kind === 'android-tv' || kind === 'other-tv') return 'tv';
  return GROUPS.find((group) => KINDS[group].includes(kind)) ?? '';
}
