import type { JsonSchema, OpenApi, Operation } from './openapi.ts';

/** One row of a table of fields. */
interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  means: string;
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.length > 4 ? 'one of a list' : schema.enum.map((word) => JSON.stringify(word)).join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  // A field that may be null has a list of types.
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function meaningOf({ description, enum: words }: JsonSchema): string {
  const list = words && words.length > 4 ? words.join(', ') : '';
  return [description, list].filter(Boolean).join(': ');
}

/** Merges objects that are discriminated by `type` into one; a field that not all of them have lists the types that do. */
function mergeVariants(variants: JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const name of new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))) {
    const having = variants.filter((variant) => variant.properties?.[name]);
    const types = having.map((variant) => variant.properties?.type?.const);
    const { description = '', ...rest } = having[0]?.properties?.[name] ?? {};
    const where = having.length < variants.length ? `${types.join(', ')}: ` : '';
    properties[name] = name === 'type' ? { enum: types } : { ...rest, description: `${where}${description}` };
  }
  return { properties, required: variants[0]?.required?.filter((name) => properties[name]) ?? [] };
}

/** The fields of an object and of its nested objects, such as `data.pixels[].id`. */
function flatten(schema: JsonSchema, prefix = ''): Field[] {
  if (schema.oneOf) return flatten(mergeVariants(schema.oneOf), prefix);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const row = {
      name,
      type: typeOf(property),
      isRequired: schema.required?.includes(key) ?? false,
      means: meaningOf(property),
    };
    const inner = property.items ? flatten(property.items, `${name}[].`) : flatten(property, `${name}.`);
    return [row, ...inner];
  });
}

function describeOperation(path: string, method: string, operation: Operation) {
  const { operationId, summary, tags, parameters = [], requestBody, responses } = operation;
  const [answer] = Object.values(responses['200']?.content ?? {}).map(({ schema }) => schema);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    summary,
    group: tags[0] ?? '',
    scope: operation['x-scope'],
    parameters: parameters.map(({ name, required, description = '', schema }) => ({
      name,
      type: typeOf(schema),
      isRequired: required,
      means: description,
    })),
    body: Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => flatten(schema)),
    answer: (answer?.anyOf ?? [answer ?? {}]).flatMap((event) => flatten(event)),
    errors: Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { description }]) => ({ status, text: description.replaceAll('`', '') })),
  };
}

/** The OpenAPI document as rows for the documentation page. */
export function listEndpoints({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => describeOperation(path, method, operation)),
  );
}
