/** What a click is counted by, in the order in which pages and kept clicks store it; a new one goes to the end. */
export const dimensions = [
  'country',
  'region',
  'city',
  'referrer',
  'social',
  'browser',
  'os',
  'device',
  'language',
  'bot',
] as const;

export type Dimension = (typeof dimensions)[number];

/** The place of each dimension in what is stored. */
export const dimensionIndex = Object.fromEntries(dimensions.map((dimension, index) => [dimension, index])) as Record<
  Dimension,
  number
>;
