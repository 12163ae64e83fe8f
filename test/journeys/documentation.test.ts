import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installPackages } from '../../scripts/packages.ts';
import { commands } from '../../src/cli/commands.ts';
import { type DocBlock, readDocBlocks } from '../support/doc-blocks.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const blocks = readDocBlocks();

test('every block of commands is run, or says why it is not', () => {
  for (const { place, reason, ranBy } of blocks) {
    if (reason !== undefined) expect([place, reason.length > 10]).toEqual([place, true]);
    if (ranBy !== undefined) expect([place, /\.test\.ts$/.test(ranBy) && existsSync(ranBy)]).toEqual([place, true]);
  }
});

test('all commands exist with their options, also in blocks that are not run', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const { place, text } of blocks.filter(({ reason = '' }) => !reason.includes('another product'))) {
    for (const [, script = ''] of text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)) {
      expect([place, Object.keys(scripts)]).toEqual([place, expect.arrayContaining([script])]);
    }
    for (const [, line = ''] of text
      .replaceAll(/\\\n/g, ' ')
      .matchAll(/(?:^|npx |dist\/|&& )signpost ([a-z-][^\n#|;&]*)/gm)) {
      const name = Object.keys(commands).find((known) => `${line} `.startsWith(`${known} `));
      if (name === undefined) {
        expect([place, line]).toEqual([place, '--version']);
        continue;
      }
      const options = { ...(await commands[name]?.())?.options, json: {}, help: {} };
      for (const [, option = ''] of line.matchAll(/ --([\w-]+)/g)) {
        expect([place, line, Object.keys(options)]).toEqual([place, line, expect.arrayContaining([option])]);
      }
    }
  }
});

// Prints the body and the status of each response; streams, which need `-N`, are cut off after a second. `npx` runs this checkout.
const PRELUDE = `set -eo pipefail
curl() {
  local limit=20
  [ "$1" = -N ] && limit=1
  command curl -s --max-time "$limit" -w '\\n%{http_code} from %{url}\\n' "$@" || true
}
npx() { shift; "$SIGNPOST" "$@"; }
`;

/** Lines of a block that begin with `# ` show the expected output; "…" matches any text. */
function expectedOutput(text: string): RegExp[] {
  const lines = [...text.matchAll(/^# (.+)$/gm)].map(([, line = '']) => line);
  return lines.map((line) => new RegExp(line.split(/ ?… ?/).map(RegExp.escape).join('.*')));
}

async function runBlock({ place, text }: DocBlock, cwd: string, env: Record<string, string>): Promise<string> {
  await installPackages(['curl']);
  const child = Bun.spawn(['bash', '-c', PRELUDE + text], { cwd, env, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const output = stdout.replaceAll('\r', '');
  expect({ place, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ place, exitCode: 0, stderr: '' });
  const failed = [...output.matchAll(/^(\d{3}) from (.*)$/gm)].filter(([, status = '']) => !/^(200|302)$/.test(status));
  expect({ place, failed: failed.map(([line]) => line) }).toEqual({ place, failed: [] });
  for (const line of expectedOutput(text)) expect([place, output]).toEqual([place, expect.stringMatching(line)]);
  return output;
}

/** Fills in what is different on each machine. */
function adapt(block: DocBlock, server: ServerProcess, folder: string): DocBlock {
  const [, token = ''] = /\/setup\?token=(\S+)/.exec(server.output.stderr) ?? [];
  const text = block.text
    .replaceAll('localhost:3000', `localhost:${new URL(server.url).port}`)
    .replace('"token":"…"', `"token":"${token}"`)
    .replaceAll('/srv/signpost', join(folder, 'restored'));
  return { ...block, text };
}

test('the commands of every page succeed and print what the page shows [sqlite]', async () => {
  const folder = newFolder();
  const environment = { DATA_DIR: join(folder, 'data'), RATE_LIMIT: '1000' };
  const server = await startServer(environment);
  writeFileSync(join(folder, 'links.csv'), 'long_url,back-half\nhttps://example.com/autumn,autumn\n');
  const variables = {
    ...environment,
    PATH: process.env.PATH ?? '',
    SIGNPOST: process.env.TEST_PROGRAM ?? resolve('bin/signpost'),
  };
  // The other pages use what the API guide creates.
  const isGuide = ({ file }: DocBlock) => file === 'docs/api-guide.md';
  const shown = blocks.filter(({ reason, ranBy }) => reason === undefined && ranBy === undefined);
  let key = '';
  for (const block of [...shown.filter(isGuide), ...shown.filter((other) => !isGuide(other))]) {
    const output = await runBlock(adapt(block, server, folder), folder, { ...variables, KEY: key });
    key ||= /"apikey":"([^"]+)"/.exec(output)?.[1] ?? '';
  }
  expect(shown.length).toBeGreaterThan(15);
  await server.end();
});
