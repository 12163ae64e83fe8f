import { type FieldError, fieldError, invalidFields } from '../core/errors.ts';
import { hasScopeFor } from '../http/assert-may-use.ts';
import type { AgentSession } from './agent-session.ts';
import { describeArguments, describeResult, type ToolArguments } from './tool-schema.ts';
import { type McpTool, mcpTools } from './tools.ts';

type Arguments = Record<string, unknown>;

const POSSIBLE_ID = /^[1-9]\d{0,14}$/;

// `String()` of an object calls methods that an agent may have sent.
const isFlat = (value: unknown) => typeof value !== 'object' || value === null;

function isPossibleId(value: unknown): boolean {
  return isFlat(value) && POSSIBLE_ID.test(String(value));
}

/** The filters that are neither a text nor a list of texts. */
function findFilterProblems(filter: object): FieldError[] {
  const wrong = Object.entries(filter).filter(([, value]) => ![value].flat().every(isFlat));
  return wrong.map(([name]) => fieldError(`filter.${name}`, 'not_text'));
}

/** Finds the arguments that no field of the endpoint can report. */
function findProblems(given: Arguments, { schema, query }: ToolArguments): FieldError[] {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(schema.properties, name));
  const problems = unknown.map((name) => fieldError(name, 'unknown_property'));
  if (Object.hasOwn(schema.properties, 'id') && !isPossibleId(given.id)) {
    problems.push(fieldError('id', given.id === undefined ? 'required' : 'not_a_positive_number'));
  }
  if (given.dry_run !== undefined && given.dry_run !== null && typeof given.dry_run !== 'boolean') {
    problems.push(fieldError('dry_run', 'not_true_or_false'));
  }
  for (const name of query) {
    if (name !== 'filter' && !isFlat(given[name])) problems.push(fieldError(name, 'not_text'));
  }
  const { filter } = given;
  if (query.has('filter') && filter !== undefined && filter !== null) {
    if (typeof filter !== 'object' || Array.isArray(filter)) problems.push(fieldError('filter', 'not_an_object'));
    else problems.push(...findFilterProblems(filter));
  }
  return problems;
}

/** The part of the arguments with these names, as far as they are given. */
function pick(given: Arguments, names: ReadonlySet<string>): Arguments {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => names.has(name) && value !== undefined));
}

/** The query of the endpoint: null is no value, and each filter has a name of its own. */
function toQuery(given: Arguments, names: ReadonlySet<string>): Arguments {
  const { filter, ...plain } = pick(given, names);
  const filters = Object.entries((filter ?? {}) as Arguments).map(([name, value]) => [`filter[${name}]`, value]);
  const entries = [...Object.entries(plain), ...filters].filter(([, value]) => value !== null);
  return { ...Object.fromEntries(entries), ...(given.dry_run === true && { dry_run: '1' }) };
}

/** Our API wants the destination in every update of other fields than the status. An agent may omit it. */
async function fillDestination(session: AgentSession, id: unknown, body: Arguments): Promise<Arguments> {
  const isComplete = body.url !== undefined || Object.keys(body).every((name) => name === 'status');
  if (isComplete || !hasScopeFor(session.caller, 'links:read')) return body;
  const { details } = await session.call('GET /api/url/:id', { params: { id: Number(id) } });
  return { ...body, url: details.longurl };
}

/** Runs a tool and returns its result. Throws the failures of its endpoint. */
export async function runTool(session: AgentSession, tool: McpTool, given: Arguments): Promise<object> {
  const names = session.argumentsOf(tool);
  const problems = findProblems(given, names);
  if (problems.length > 0) throw invalidFields(problems);
  const chosen = pick(given, names.body);
  const body = tool.name === 'update_link' ? await fillDestination(session, given.id, chosen) : chosen;
  const input = {
    ...(given.id !== undefined && { params: { id: Number(given.id) } }),
    query: toQuery(given, names.query),
    body,
  };
  const { error: _, ...result } = (await session.call(tool.endpoint, input as never)) as { error: unknown };
  return result;
}

/** The tools that the caller may use, as agents see them. */
export function listTools(session: AgentSession) {
  const usable = mcpTools.filter(({ endpoint }) => {
    const { scope } = session.routeOf(endpoint);
    return scope !== undefined && hasScopeFor(session.caller, scope);
  });
  return usable.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: session.argumentsOf(tool).schema,
    outputSchema: session.resultOf(tool),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.isReadOnly ?? false,
      destructiveHint: tool.isDestructive ?? false,
      idempotentHint: (tool.isReadOnly || tool.isIdempotent) ?? false,
      openWorldHint: false,
    },
  }));
}

/** The schemas of all tools; each is made when it is first needed. */
export function createToolSchemas(routeOf: AgentSession['routeOf']): Pick<AgentSession, 'argumentsOf' | 'resultOf'> {
  const known = new Map<string, ToolArguments>();
  const results = new Map<string, ReturnType<typeof describeResult>>();
  return {
    argumentsOf(tool) {
      const made = known.get(tool.name) ?? describeArguments(tool, routeOf(tool.endpoint));
      known.set(tool.name, made);
      return made;
    },
    resultOf(tool) {
      const made = results.get(tool.name) ?? describeResult(routeOf(tool.endpoint));
      results.set(tool.name, made);
      return made;
    },
  };
}
