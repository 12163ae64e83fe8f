/** What clicks are counted by, in the order in which it is stored, with its description in the API. A new one goes to the end. */
const definitions = [
  { name: 'country', description: 'English name of the country' },
  { name: 'region', description: 'Region and country' },
  { name: 'city', description: 'City and country' },
  { name: 'referrer', description: 'Host that the visitor came from' },
  { name: 'social', description: 'Social network that the visitor came from' },
  { name: 'browser', description: 'Name of the browser' },
  { name: 'os', description: 'Name of the operating system' },
  { name: 'device', description: 'Kind of device' },
  { name: 'language', description: 'English name of the language' },
  { name: 'bot', description: 'Kind of machine; "" for people' },
] as const;

export type Dimension = (typeof definitions)[number]['name'];

export const dimensions: readonly Dimension[] = definitions.map(({ name }) => name);

/** One value for each dimension, in their order. */
export function forEachDimension<Value>(create: (dimension: Dimension, description: string) => Value) {
  const entries = definitions.map(({ name, description }) => [name, create(name, description)]);
  return Object.fromEntries(entries) as Record<Dimension, Value>;
}

/** The place of each dimension in stored bytes. */
export const dimensionIndex = forEachDimension((dimension) => dimensions.indexOf(dimension));
