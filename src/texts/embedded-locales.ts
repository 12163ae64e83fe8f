/** All catalogs as JSON; `scripts/build.ts` inserts them into the executable. */
export const embeddedLocales: string | undefined = undefined;
