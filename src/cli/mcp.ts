import type { Command } from './command.ts';
import { connect, connectionOptions } from './connect.ts';

/** Serves the tools for AI agents on standard input and output. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the tools for AI agents (MCP) on standard input and output',
  options: connectionOptions,

  async run(given) {
    const connection = await connect('mcp', given);
    try {
      // Loaded here: the help of the program needs no library of the protocol.
      const { serveAgent } = await import('./serve-agent.ts');
      await serveAgent(connection);
    } finally {
      await connection.close();
    }
    return undefined;
  },
};
