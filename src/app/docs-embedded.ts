/** The files of `docs/` by their path there, as paths in the executable; `scripts/build.ts` inserts them. */
export const embeddedDocs: Record<string, string> | undefined = undefined;
