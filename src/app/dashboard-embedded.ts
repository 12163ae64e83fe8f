/** The bundle as JSON; `scripts/build.ts` inserts it into the executable. */
export const embeddedDashboard: string | undefined = undefined;
