import { expect, test } from 'bun:test';
import { newFolder } from '../support/engines.ts';
import { signpost, startServer } from '../support/server-process.ts';

// Prints the status of each response; streams are cut off after a second.
const CURL = `curl() { command curl -s --max-time 1 -o /dev/null -w '%{http_code} %{url}\n' "$@" || true; }`;

// In this order: later pages use what earlier ones create.
const PAGES = ['api-guide', 'migrating', 'security'];

test('every curl command in the documentation succeeds, in order [sqlite]', async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '1000' };
  const words = ['user', 'add', '--email', 'you@example.com', '--password', 'a long password', '--json'];
  const { apikey } = JSON.parse((await signpost(words, environment)).stdout);
  // The user whom the administrator disables.
  await signpost(words.with(3, 'other@example.com'), environment);
  const server = await startServer(environment);
  const texts = await Promise.all(PAGES.map((page) => Bun.file(`docs/${page}.md`).text()));
  const blocks = [...texts.join('\n').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  // The first account exists already, so the example that registers it is skipped.
  const shown = blocks.filter((block) => block.includes('curl') && !block.includes('/api/account/register'));
  expect(shown.length).toBeGreaterThan(10);
  const script = [CURL, ...shown].join('\n').replaceAll('localhost:3000', new URL(server.url).host);
  const child = Bun.spawn(['bash', '-c', script], { env: { PATH: process.env.PATH, KEY: apikey }, stdout: 'pipe' });
  const answers = (await child.stdout.text()).trim().split('\n');
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.filter((answer) => !/^(200|302) /.test(answer))).toEqual([]);
  await server.end();
});
