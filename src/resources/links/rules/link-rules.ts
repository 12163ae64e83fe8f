import type { DeviceName } from '../../../agent/device.ts';
import type { Parameter } from '../../../lib/url.ts';

// The dashboard's simulator knows these too, so nothing else may be imported here.

export const redirectCodes = [301, 302, 307, 308] as const;
export type RedirectCode = (typeof redirectCodes)[number];

export const linkStatuses = ['active', 'disabled'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkTypes = ['direct', 'frame', 'splash'] as const;
/** An overlay is named in a body by its number, and so is a splash page of one's own. */
export type LinkType = (typeof linkTypes)[number] | 'overlay';

/** Another target for visitors from a place: ISO country code, and a region's name in lower case or ''. */
export interface LocationTarget {
  country: string;
  region: string;
  /** The lowercase name that the API shows. */
  location: string;
  link: string;
}

/** Another target for a kind of device. */
export interface DeviceTarget {
  device: DeviceName;
  link: string;
}

/** Another target for readers of a language. */
export interface LanguageTarget {
  language: string;
  link: string;
}

/** What makes a link send different visitors to different places. */
export interface LinkRules {
  locations: LocationTarget[];
  devices: DeviceTarget[];
  languages: LanguageTarget[];
  parameters: Parameter[];
}
