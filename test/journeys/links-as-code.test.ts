import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { signpost } from '../support/server-process.ts';

const FILE = `campaigns:
  - name: Launch
links:
  - custom: launch
    url: https://example.com/launch
    campaign: Launch
`;

onEachEngine('links as code', (engine) => {
  test('apply and dump work on the local store, and exit with 0, 1 or 2', async () => {
    const environment = await newReadyEnvironment(engine);
    const who = ['--user', 'a@example.com'];
    const path = join(environment.DATA_DIR ?? '', 'links.yaml');
    await Bun.write(path, FILE);
    await addAccount(environment, { email: 'a@example.com' });
    const planned = await signpost(['apply', path, '--plan', ...who], environment);
    expect([planned.exitCode, planned.stdout]).toEqual([2, expect.stringContaining('+ links launch\n')]);
    expect(planned.stdout).not.toContain('\u001b[');
    const json = await signpost(['apply', path, '--plan', '--json', ...who], { ...environment, FORCE_COLOR: '1' });
    expect([json.exitCode, JSON.parse(json.stdout)]).toMatchObject([2, { create: 2, changes: [{}, {}] }]);
    expect((await signpost(['apply', path, ...who], environment)).exitCode).toBe(0);
    const dumped = await signpost(['dump', ...who], environment);
    expect(dumped.stdout).toBe(FILE.replace('links:', '\nlinks:'));
    await Bun.write(path, dumped.stdout);
    expect((await signpost(['apply', path, '--plan', ...who], environment)).exitCode).toBe(0);
    expect((await signpost(['apply', path], environment)).exitCode).toBe(1);
  });
});
