/** The bundle as JSON; `scripts/build.ts` puts it here when it makes the executable. */
export const embeddedDashboard: string | undefined = undefined;
