/** The UTM parameters, in the order in which forms show them. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmName = (typeof utmNames)[number];

/** The value of each UTM parameter; '' if it is not set. */
export type UtmValues = Record<UtmName, string>;
