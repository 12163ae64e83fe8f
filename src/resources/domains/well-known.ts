/** The files by which an app claims the links of a host: the fields of the API and the paths where they are served. */
export const wellKnownPaths = {
  apple_app_site_association: '/.well-known/apple-app-site-association',
  assetlinks: '/.well-known/assetlinks.json',
} as const;

export type WellKnownName = keyof typeof wellKnownPaths;

export const wellKnownNames = Object.keys(wellKnownPaths) as WellKnownName[];

/** The limit of one file, as the bytes that are served. */
export const MAX_WELL_KNOWN_BYTES = 32 * 1024;

/** The files of a host as compact JSON; null for a file that is not set. */
export type WellKnownFiles = Record<WellKnownName, string | null>;

export const NO_WELL_KNOWN_FILES: WellKnownFiles = { apple_app_site_association: null, assetlinks: null };

/** The file that is served at a path; undefined for any other path. */
export function findWellKnownName(path: string): WellKnownName | undefined {
  return wellKnownNames.find((name) => wellKnownPaths[name] === path);
}
