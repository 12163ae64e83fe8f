/** The id of the main host; branded domains have other ids. */
export const MAIN_DOMAIN = 0;
