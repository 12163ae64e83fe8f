import type { JsonSchema, OpenApi, Operation } from '../src/http/openapi.ts';

type Schema = Omit<JsonSchema, 'type'> & { type?: string | string[]; additionalProperties?: Schema | boolean };

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** The properties of an object type, in TypeScript. */
function toObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${isName(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${toType(schema)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  return typeof additionalProperties === 'object' ? `Record<string, ${toType(additionalProperties)}>` : 'object';
}

/** A JSON schema as a TypeScript type. */
function toType(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(toType))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one) => toType({ ...schema, type: one })).join(' | ');
  switch (type) {
    case 'object':
      return toObject(schema);
    case 'array':
      return `Array<${schema.items ? toType(schema.items) : 'unknown'}>`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function toQuery(operation: Operation): string | undefined {
  const fields = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  if (fields.length === 0) return undefined;
  const names = fields.map(
    ({ name, required, schema }) =>
      `${isName(name) ? name : JSON.stringify(name)}${required ? '' : '?'}: ${toType(schema)}`,
  );
  return `query${fields.some(({ required }) => required) ? '' : '?'}: { ${names.join('; ')} }`;
}

function toBody({ requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined;
  const json = requestBody.content['application/json'];
  if (!json) return 'body: Blob';
  if (requestBody.content['multipart/form-data']) return `body: Blob | ${toType(json.schema)}`;
  const isOptional = (json.schema.required ?? []).length === 0;
  return `body${isOptional ? '?' : ''}: ${toType(json.schema)}`;
}

function toEndpoint(path: string, method: string, operation: Operation): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: number | string`);
  const [answer] = Object.values(operation.responses['200']?.content ?? {});
  const parts = [
    names.length > 0 ? `params: { ${names.join('; ')} }` : undefined,
    toQuery(operation),
    toBody(operation),
    `answer: ${answer ? toType(answer.schema) : 'unknown'}`,
  ];
  const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
  return `  /** ${operation.summary} */\n  '${name}': { ${parts.filter(Boolean).join('; ')} };`;
}

/** All endpoints with their request and response types, for the client library and the dashboard. */
export function endpointsFile({ paths }: OpenApi): string {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toEndpoint(path, method, operation)),
  );
  return [
    '// Generated from the routes by `npm run generate`.',
    '',
    '/** The input and the response of each endpoint. */',
    'export interface Api {',
    ...endpoints,
    '}',
    '',
  ].join('\n');
}
