/** The dimensions with their descriptions in the API. Stored bytes depend on the order: add new ones at the end. */
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
  { name: 'source', description: '"QR code" if the visitor scanned the QR code of the link; otherwise ""' },
  { name: 'utm_source', description: 'UTM source of the destination' },
  { name: 'utm_medium', description: 'UTM medium of the destination' },
  { name: 'utm_campaign', description: 'UTM campaign of the destination' },
  { name: 'utm_term', description: 'UTM term of the destination' },
  { name: 'utm_content', description: 'UTM content of the destination' },
  {
    name: 'route',
    description: 'What chose the destination: default, geo, device, language, `rule:NAME` or `rule:NAME/VARIANT`',
  },
] as const;

export type Dimension = (typeof definitions)[number]['name'];

export const dimensions: readonly Dimension[] = definitions.map(({ name }) => name);

/** Creates an object with one value for each dimension, in their order. */
export function forEachDimension<Value>(create: (dimension: Dimension, description: string) => Value) {
  const entries = definitions.map(({ name, description }) => [name, create(name, description)]);
  return Object.fromEntries(entries) as Record<Dimension, Value>;
}

/** The index of each dimension in stored bytes. */
export const dimensionIndex = forEachDimension((dimension) => dimensions.indexOf(dimension));
