import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { nameOfClient, writeSessionId } from '../mcp/client-name.ts';
import { capabilities, identity, instructions } from '../mcp/mcp-server.ts';
import { CommandFailure } from './command-failure.ts';
import type { ServerConnection } from './connect.ts';

interface RpcResponse {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** Sends one message to `/mcp`; throws an error of the protocol if that fails. */
async function forward(
  { url, key, fetch }: ServerConnection,
  method: string,
  params: Record<string, unknown>,
  client: string | undefined,
): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(client !== undefined && { 'Mcp-Session-Id': writeSessionId(client) }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${url} cannot be reached.`);
  }
  const { result, error } = (await response.json().catch(() => ({}))) as RpcResponse;
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (!result)
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${url}/mcp responded with ${response.status}.`);
  return result;
}

/** A server that forwards what agents ask for, so that both ways to reach it have the same tools. */
function createForwarder(connection: ServerConnection): Server {
  const server = new Server(identity, { capabilities, instructions });
  const send =
    (method: string) =>
    async ({ params = {} }: { params?: object | undefined }) => {
      // The envelope is that of the connection between the agent and this process.
      const { _meta, ...rest } = params as Record<string, unknown>;
      // biome-ignore lint/suspicious/noExplicitAny: the results of all methods; the library checks each of them.
      return (await forward(connection, method, rest, nameOfClient(server.getClientVersion()))) as any;
    };
  for (const method of [
    'tools/list',
    'tools/call',
    'resources/templates/list',
    'resources/list',
    'resources/read',
  ] as const)
    server.setRequestHandler(method, send(method));
  return server;
}

/** Serves the tools on standard input and output until the agent closes its end. */
export async function serveAgent(connection: ServerConnection): Promise<void> {
  try {
    // An agent would show a wrong key only as a failed tool, much later.
    await forward(connection, 'tools/list', {}, undefined);
  } catch (error) {
    throw new CommandFailure((error as Error).message);
  }
  const ended = Promise.withResolvers<void>();
  process.stdin.once('close', ended.resolve);
  process.stdin.once('end', ended.resolve);
  const handle = serveStdio(() => createForwarder(connection));
  await ended.promise;
  await handle.close();
}
