/** The programs that the screen has instructions for. */
export const agentPrograms = ['claudeCode', 'claudeDesktop', 'cursor', 'vsCode', 'codex', 'other'] as const;

export type AgentProgram = (typeof agentPrograms)[number];

/** The names of the programs, which are the same in every language. */
export const programNames: Record<Exclude<AgentProgram, 'other'>, string> = {
  claudeCode: 'Claude Code',
  claudeDesktop: 'Claude Desktop',
  cursor: 'Cursor',
  vsCode: 'VS Code',
  codex: 'Codex CLI',
};

/** The file that a snippet belongs in; undefined for a command. */
export const programFiles: Partial<Record<AgentProgram, string>> = {
  claudeDesktop: 'claude_desktop_config.json',
  cursor: '~/.cursor/mcp.json',
  vsCode: '.vscode/mcp.json',
  codex: '~/.codex/config.toml',
};

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** What to paste so that a program uses the tools of this server. */
export function writeSnippet(program: AgentProgram, origin: string, key: string): string {
  const url = `${origin}/mcp`;
  const Authorization = `Bearer ${key}`;
  switch (program) {
    case 'claudeCode':
      return `claude mcp add --transport http signpost ${url} --header "Authorization: ${Authorization}"`;
    case 'claudeDesktop':
      // It starts programs on this computer; the key is not among the arguments, which other users can see.
      return json({
        mcpServers: {
          signpost: { command: 'signpost', args: ['mcp'], env: { SIGNPOST_URL: origin, SIGNPOST_KEY: key } },
        },
      });
    case 'cursor':
      return json({ mcpServers: { signpost: { url, headers: { Authorization } } } });
    case 'vsCode':
      return json({ servers: { signpost: { type: 'http', url, headers: { Authorization } } } });
    case 'codex':
      return `[mcp_servers.signpost]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${Authorization}" }`;
    case 'other':
      return `POST ${url}\nAuthorization: ${Authorization}`;
  }
}
