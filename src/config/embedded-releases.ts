/** The address of the releases; `npm run release` inserts it into the executables. */
export const embeddedReleases: string | undefined = undefined;
