// The dashboard's simulator bundles this file, so it must not import anything.

export const redirectCodes = [301, 302, 307, 308] as const;
export type RedirectCode = (typeof redirectCodes)[number];

export const linkStatuses = ['active', 'disabled'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkTypes = ['direct', 'frame', 'splash'] as const;
/** In a body, an overlay or a custom splash page is named by its id. */
export type LinkType = (typeof linkTypes)[number] | 'overlay';
