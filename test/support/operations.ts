import { readFileSync } from 'node:fs';
import type { JsonSchema, OpenApi, Operation } from '../../src/http/openapi.ts';

const { paths }: OpenApi = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

/** An operation of the API, as the OpenAPI document has it. */
export interface ListedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** Every operation of the API. */
export const operations: ListedOperation[] = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

export function parametersOf({ parameters = [] }: Operation, place: 'path' | 'query'): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

/** The fields of a JSON body; none for an upload. */
export function bodyFieldsOf({ requestBody }: Operation): string[] {
  if (requestBody?.content['multipart/form-data'] !== undefined) return [];
  const { properties, anyOf = [], oneOf = [] }: JsonSchema = requestBody?.content['application/json']?.schema ?? {};
  const variants = [...anyOf, ...oneOf].flatMap((schema) => Object.keys(schema.properties ?? {}));
  return [...new Set([...Object.keys(properties ?? {}), ...variants])];
}

/** A path with this text in place of each parameter. */
export function fillPath(path: string, text: string): string {
  return path.replaceAll(/\{\w+\}/g, text);
}
