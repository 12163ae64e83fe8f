// The dashboard's simulator knows these too, so nothing else may be imported here.

export const redirectCodes = [301, 302, 307, 308] as const;
export type RedirectCode = (typeof redirectCodes)[number];

export const linkStatuses = ['active', 'disabled'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkTypes = ['direct', 'frame', 'splash'] as const;
/** An overlay is named in a body by its number, and so is a splash page of one's own. */
export type LinkType = (typeof linkTypes)[number] | 'overlay';
