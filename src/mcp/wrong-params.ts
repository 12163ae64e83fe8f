import { ProtocolErrorCode } from '@modelcontextprotocol/server';

interface Issue {
  path: PropertyKey[];
  message: string;
}

interface RpcResponse {
  error?: { code: number; message: string };
}

// The library puts the issues of its schemas, as JSON, at the end of a message.
const DUMP = /^[^[{]*(\[\s*\{.*\}\s*\])$/s;

// A message may quote what an agent sent, such as the name of a tool.
function isIssue(value: unknown): value is Issue {
  if (typeof value !== 'object' || value === null) return false;
  const { path, message } = value as Partial<Record<keyof Issue, unknown>>;
  return typeof message === 'string' && Array.isArray(path) && path.every((part) => typeof part !== 'object');
}

function readIssues(text: string): Issue[] | undefined {
  const [, dump] = DUMP.exec(text) ?? [];
  if (dump === undefined) return undefined;
  try {
    const issues: unknown[] = JSON.parse(dump);
    return issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function describe({ path, message }: Issue): string {
  const [first, ...rest] = path;
  const name = first === 'params' && rest.length > 0 ? rest.join('.') : path.join('.');
  return `${name}: ${message.replace(/^Invalid input: /, '')}`;
}

/** The same response, with a sentence in place of the schema issues by which the library refuses a message. */
export async function describeWrongParams(response: Response): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const { status, headers } = response;
  headers.delete('Content-Length');
  const answer = JSON.parse(text === '' ? '{}' : text) as RpcResponse;
  const issues = answer.error && readIssues(answer.error.message);
  if (!issues) return new Response(text, { status, headers });
  const message = `Invalid params: ${issues.map(describe).join('; ')}`;
  // The library answers some of them as errors of its own, with their status.
  const told = status === 500 ? 400 : status;
  return Response.json(
    { ...answer, error: { code: ProtocolErrorCode.InvalidParams, message } },
    { status: told, headers },
  );
}
