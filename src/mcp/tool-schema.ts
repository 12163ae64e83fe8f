import { type JsonSchema, toSchema } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import type { McpTool } from './tools.ts';

/** The JSON Schema of an object with these properties. */
interface ObjectSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
}

const ID: JsonSchema & { minimum: number } = { type: 'integer', minimum: 1, description: 'ID' };

const DRY_RUN: JsonSchema = { type: 'boolean', description: 'true says what would happen, and saves nothing' };

const FILTER = /^filter\[(\w+)\]$/;

function propertiesOf(schema: Route['query']): { properties: Record<string, JsonSchema>; required: string[] } {
  const { properties = {}, required = [] } = schema ? toSchema(schema, 'input') : {};
  return { properties, required };
}

/** A query arrives as text; the pattern that parses a number is not part of its type. */
function withoutPattern({ pattern, ...property }: JsonSchema): JsonSchema {
  return property.type === 'string' && pattern !== undefined ? { ...property, pattern } : property;
}

/** The properties of a query. Agents accept only plain names, so `filter[country]` becomes `country` within `filter`. */
function queryProperties(schema: Route['query']): Record<string, JsonSchema> {
  const plain: Record<string, JsonSchema> = {};
  const filters: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(propertiesOf(schema).properties)) {
    const [, dimension] = FILTER.exec(name) ?? [];
    if (dimension !== undefined) filters[dimension] = property;
    else plain[name] = withoutPattern(property);
  }
  if (Object.keys(filters).length === 0) return plain;
  const filter = { type: 'object', properties: filters, additionalProperties: false, description: 'Only these visits' };
  return { ...plain, filter };
}

/** Which part of a request each argument of a tool belongs to. */
export interface ToolArguments {
  schema: ObjectSchema;
  query: ReadonlySet<string>;
  body: ReadonlySet<string>;
}

/** The arguments of a tool, from the schemas of its endpoint: the ID, the query and the body. */
export function describeArguments(tool: McpTool, route: Route): ToolArguments {
  const { omits = [], fills = [], hasDryRun = false } = tool;
  const query = queryProperties(route.query);
  for (const name of [...omits, 'dry_run']) delete query[name];
  const body = propertiesOf(route.takes?.json ?? route.body);
  const required = [...(route.params ? ['id'] : []), ...body.required.filter((name) => !fills.includes(name))];
  return {
    schema: {
      type: 'object',
      properties: {
        ...(route.params && { id: ID }),
        ...body.properties,
        ...query,
        ...(hasDryRun && { dry_run: DRY_RUN }),
      },
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    query: new Set(Object.keys(query)),
    body: new Set(Object.keys(body.properties)),
  };
}

/** The result of a tool: the response of its endpoint without `error`. */
export function describeResult(route: Route): ObjectSchema {
  const { properties = {}, required = [] } = toSchema(route.answer, 'output');
  const { error: _, ...fields } = properties;
  return {
    type: 'object',
    properties: fields,
    required: required.filter((name) => name !== 'error'),
    additionalProperties: false,
  };
}
