/** The UTM parameters that have a field of their own. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmName = (typeof utmNames)[number];
