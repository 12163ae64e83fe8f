/** All catalogs as JSON; `scripts/build.ts` puts them here when it makes the executable. */
export const embeddedLocales: string | undefined = undefined;
