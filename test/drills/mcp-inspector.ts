import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signpost, startServer } from '../support/server-process.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

/** The tools with their arguments; `ID` is the link that the first one creates. */
const calls: [tool: string, given: string[]][] = [
  ['create_link', ['url=https://example.com/', 'custom=inspected']],
  ['find_links', ['q=inspected']],
  ['get_link', ['id=ID']],
  ['update_link', ['id=ID', 'description=Spring', 'dry_run=true']],
  ['update_link', ['id=ID', 'description=Spring']],
  ['simulate_visit', ['id=ID', 'country=DE']],
  ['get_statistics', ['id=ID', 'by=country']],
  ['create_qr_code', ['type=text', 'data=Hello']],
  ['create_campaign', ['name=Spring']],
  ['list_campaigns', []],
  ['list_domains', []],
  ['create_bio_page', ['name=Ada']],
  ['import_links', ['links=[{"url":"https://example.com/i"}]']],
  ['delete_link', ['id=ID']],
];

async function run(words: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(words, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${exitCode}\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Runs every tool with the command line of the official MCP inspector, and checks the schemas of the tools with it. Run with
 * `npm run inspect`; it installs the inspector (110 MB) into a temporary folder and takes about a minute.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inspect-'));
  const environment = { DATA_DIR: join(folder, 'data') };
  const account = ['user', 'add', '--email', 'a@example.com', '--password', 'correct horse 9', '--json'];
  const { apikey } = JSON.parse((await signpost(account, environment)).stdout);
  const server = await startServer({ ...environment, RATE_LIMIT: '1000' });
  try {
    writeFileSync(join(folder, 'package.json'), '{}');
    await run(['npm', 'install', '--no-audit', '--no-fund', INSPECTOR], folder);
    const inspector = ['npx', 'mcp-inspector', '--cli', `${server.url}/mcp`, '--transport', 'http'];
    const inspect = async (words: string[]) =>
      JSON.parse(await run([...inspector, '--header', `Authorization: Bearer ${apikey}`, ...words], folder));

    const { tools } = await inspect(['--method', 'tools/list', '--strict']);
    const names: string[] = tools.map(({ name }: { name: string }) => name);
    const missing = names.filter((name) => !calls.some(([tool]) => tool === name));
    if (missing.length > 0) throw new Error(`no call of ${missing.join(', ')}`);
    console.log(`tools/list --strict: ${names.length} tools`);
    let id = '';
    for (const [tool, given] of calls) {
      const pairs = given.flatMap((pair) => ['--tool-arg', pair.replace(/\bID\b/, id)]);
      const result = await inspect(['--method', 'tools/call', '--tool-name', tool, ...pairs]);
      if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result)}`);
      if (tool === 'create_link') id = String(result.structuredContent.id);
      console.log(`${tool}: ok`);
    }
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
