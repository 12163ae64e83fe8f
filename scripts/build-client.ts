import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { version } from '../src/config/version.ts';

/** Writes the types of the client library. */
function writeTypes(folder: string): void {
  const options = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', folder];
  const { exitCode, stdout } = Bun.spawnSync([
    process.execPath,
    '--bun',
    'node_modules/.bin/tsc',
    '-p',
    'client',
    ...options,
  ]);
  if (exitCode !== 0) throw new Error(`The types of the client cannot be written:\n${stdout}`);
  // Older versions of TypeScript accept no `.ts` in an import.
  for (const file of new Glob('*.d.ts').scanSync(folder)) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

/** Builds the client library to a folder that `npm pack` and `npm publish` accept: one module without dependencies, and its types. */
export async function buildClient(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const result = await Bun.build({
    entrypoints: ['client/index.ts'],
    outdir: folder,
    target: 'browser',
    format: 'esm',
  });
  if (!result.success) throw new AggregateError(result.logs, 'The build of the client failed');
  writeTypes(folder);
  const about = {
    name: '@signpost/client',
    version,
    description: 'The client library of Signpost, a self-hosted link-management platform.',
    license: 'MIT',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    engines: { node: '>=20' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, undefined, 2)}\n`);
  for (const file of ['client/README.md', 'LICENSE']) cpSync(file, join(folder, file.split('/').at(-1) ?? file));
}
