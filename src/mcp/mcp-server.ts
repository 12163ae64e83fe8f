import {
  createMcpHandler as createModernHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { version } from '../config/version.ts';
import { AppError } from '../core/errors.ts';
import type { AgentSession } from './agent-session.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { listTools, runTool } from './tool-call.ts';
import { mcpTools } from './tools.ts';
import { describeWrongParams } from './wrong-params.ts';

/** How this server introduces itself, also over standard input and output. */
export const identity = { name: 'signpost', title: 'Signpost', version };

export const capabilities = { tools: {}, resources: {} };

export const instructions =
  'Signpost manages short links, QR codes and bio pages, and counts their clicks. Everything belongs to the workspace of the API key. Find the ID of a link with find_links before you read or change it. Dates are YYYY-MM-DD HH:MM:SS in UTC. Before you change or delete a link that a user did not name exactly, use dry_run and show the result.';

async function callTool(session: AgentSession, name: string, given: Record<string, unknown>) {
  const tool = mcpTools.find((one) => one.name === name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
  try {
    const result = await runTool(session, tool, given);
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(result) }],
      structuredContent: result as Record<string, unknown>,
    };
  } catch (error) {
    // Agents read the text of a failed tool and try again; an error of the protocol would only reach their program.
    return { content: [{ type: 'text' as const, text: session.explain(error) }], isError: true };
  }
}

async function read(session: AgentSession, uri: string) {
  try {
    const found = await readResource(session, uri);
    if (found) return { contents: [found] };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, session.explain(error));
    }
  }
  throw new ResourceNotFoundError(uri);
}

async function list(session: AgentSession) {
  try {
    return { resources: await listResources(session) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, session.explain(error));
  }
}

/** The server of one request. */
function createServer(session: AgentSession): Server {
  const server = new Server(identity, { capabilities, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: listTools(session) as unknown as Tool[] }));
  server.setRequestHandler('tools/call', ({ params }) => callTool(session, params.name, params.arguments ?? {}));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates(session) }));
  server.setRequestHandler('resources/list', () => list(session));
  server.setRequestHandler('resources/read', ({ params }) => read(session, params.uri));
  return server;
}

/** Requests of the protocol versions before 2026: no sessions, and one JSON body as the response. */
async function respondToLegacy(session: AgentSession, request: Request, message: object): Promise<Response> {
  const server = createServer(session);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

async function respond(session: AgentSession, request: Request, message: object): Promise<Response> {
  if (await isLegacyRequest(request, message)) return respondToLegacy(session, request, message);
  // Nothing that an agent could subscribe to changes while the server runs.
  const handler = createModernHandler(() => createServer(session), { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: message });
}

/** Responds to one message of an agent. */
export async function respondToMessage(session: AgentSession, request: Request, message: object): Promise<Response> {
  return describeWrongParams(await respond(session, request, message));
}
