import { z } from 'zod';
import { type DeclaredFailure, invalidInput, keyRequired, storeUnavailable } from '../core/errors.ts';
import { listScopes } from '../core/scope.ts';
import { keyOfOtherWorkspace, roleMissing, workspaceNotFound } from '../core/workspace-failures.ts';
import { addressNotAllowed, scopeMissing, secondFactorMissing } from './account-access.ts';
import { neededRole } from './enter-workspace.ts';
import { statusOf } from './error-response.ts';
import { bodyLargerThan, bodyTooLarge, malformedJson, otherSite, rateLimited } from './failures.ts';
import type { Route, UploadRule } from './route.ts';
import { fieldErrorView, messageViews } from './warnings.ts';

/** The subset of JSON Schema that the routes use. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  /** Objects that are discriminated by a field. */
  oneOf?: JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  $ref?: string;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** The schema of a body by content type. */
type Content = Record<string, { schema: JsonSchema }>;

interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: object[];
  /** What a key with scopes needs. */
  'x-scope'?: string;
  /** The scopes that a key can have, where `x-scope` stands for several. */
  'x-scopes'?: { anyOf?: string[]; allOf?: string[] };
  /** The lowest role in the workspace. */
  'x-role'?: string;
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
}

/** The OpenAPI document. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

const RATE_HEADERS = {
  'X-RateLimit-Limit': 'Requests that a window allows',
  'X-RateLimit-Remaining': 'Requests left in this window',
  'X-RateLimit-Reset': 'When the window ends, in Unix seconds',
};

const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';

const headerRefs = Object.fromEntries(
  Object.keys(RATE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const errorView = z.object({
  error: z.literal(1).describe('1 = error'),
  message: z.string().describe('What is wrong, as an English sentence'),
  code: z.string().optional().describe('What is wrong, as a stable code; docs/errors.md lists them'),
  params: messageViews.params.optional().describe('The values in the message, by name; omitted if there are none'),
  errors: z.array(fieldErrorView).optional().describe('For invalid input: each invalid field'),
  request_id: z.string().optional().describe('For unexpected errors: give it to the operator'),
});

/** A schema as JSON Schema. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema?: string;
  };
  return rest;
}

function toParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  // Every parameter arrives as text; the pattern that parses a number is not part of the documented type.
  return Object.entries(properties).map(([name, { description, pattern, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property.type === 'string' && pattern !== undefined ? { ...property, pattern } : property,
  }));
}

function toErrors(failures: DeclaredFailure[]): Record<string, ResponseObject> {
  const byStatus: Record<string, ResponseObject> = {};
  for (const failure of failures) {
    const status = String(statusOf[failure.kind]);
    const line = `\`${failure.code}\`: ${failure.message}`;
    byStatus[status] = {
      description: byStatus[status] ? `${byStatus[status].description} ${line}` : line,
      headers: headerRefs,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return byStatus;
}

/** A file is part of a form, or the whole body. */
function toUpload({ types, means, json }: UploadRule): Content {
  const file: JsonSchema = { type: 'string', description: means };
  const schemaOf = (type: string) => (json && type === JSON_TYPE ? toSchema(json, 'input') : file);
  const form: JsonSchema = { type: 'object', properties: { file }, required: ['file'] };
  return { ...Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])), [FORM]: { schema: form } };
}

function toBody({ body, takes }: Route): Content | undefined {
  if (takes) return toUpload(takes);
  return body && { 'application/json': { schema: toSchema(body, 'input') } };
}

/** Whether the body is required. */
function needsBody({ body, takes }: Route): boolean {
  return takes !== undefined || !body?.safeParse({}).success;
}

/** The failures of every endpoint that needs a key or a session. */
const keyFailures = [
  keyRequired,
  scopeMissing,
  addressNotAllowed,
  secondFactorMissing,
  workspaceNotFound,
  keyOfOtherWorkspace,
];

function toSuccess(route: Route): Record<string, ResponseObject> {
  if (route.redirects) return { '302': { description: 'Redirect of a browser', headers: headerRefs } };
  const content = { [route.streams ?? 'application/json']: { schema: toSchema(route.answer, 'output') } };
  return { '200': { description: 'Success', headers: headerRefs, content } };
}

function toOperation(route: Route): Operation {
  const parameters = [...toParameters(route.params, 'path'), ...toParameters(route.query, 'query')];
  const content = toBody(route);
  const role = neededRole(route) ?? route.pathRole;
  const scopes = route.scope && listScopes(route.scope);
  const failures = [
    // Without any input, a request may still name a wrong workspace.
    ...(route.access === 'key' || route.params || route.body || route.query ? [invalidInput] : []),
    ...(route.body || route.takes?.json ? [malformedJson] : []),
    ...(route.body ? [route.maxBodyKib ? bodyLargerThan(route.maxBodyKib) : bodyTooLarge] : []),
    ...(route.access === 'key' ? keyFailures : []),
    ...(role ? [roleMissing] : []),
    ...(route.method !== 'GET' && (route.access === 'key' || route.isOwnPagesOnly) ? [otherSite] : []),
    ...(route.fails ?? []),
    rateLimited,
    storeUnavailable,
  ];
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace('/api', '').replace(/[/:]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    summary: route.summary,
    tags: [route.group],
    ...(route.access === 'public' && { security: [] }),
    ...(route.scope !== undefined && { 'x-scope': route.scope }),
    ...(scopes && { 'x-scopes': scopes }),
    ...(role && { 'x-role': role }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: needsBody(route), content } }),
    responses: {
      ...toSuccess(route),
      ...toErrors(failures),
    },
  };
}

/** Generates the OpenAPI 3.1 document from the routes. */
export function describeApi(routes: Route[], version: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signpost API',
      version,
      description:
        'Manage short links, QR codes, bio pages and more over HTTP with JSON bodies. Check `error`: 0 is success, 1 is a failure. The header `X-Workspace`, or `workspace` in the query, names the workspace of a request by a session; the default is the personal one. `x-scope` and `x-role` say what an operation needs; `any:read` and `any:write` stand for the scope of the kind of item that the request is about, and `all:read` for all read scopes; `x-scopes` lists them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }, { session: [] }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'Your API key' },
        session: { type: 'apiKey', in: 'cookie', name: 'signpost_session', description: 'Session of the dashboard' },
      },
      headers: Object.fromEntries(
        Object.entries(RATE_HEADERS).map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
      ),
      schemas: { Error: toSchema(errorView, 'output') },
    },
  };
}
