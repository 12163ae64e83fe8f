import { beforeAll, expect, test } from 'bun:test';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, lint } from '../../scripts/check.ts';
import { findNameProblems } from '../../scripts/exported-names.ts';
import { newFolder } from '../support/engines.ts';

let checkout: string;

beforeAll(() => {
  checkout = newFolder();
  for (const name of [
    'src',
    'web',
    'client',
    'docs/openapi.json',
    'test',
    'bench',
    'scripts',
    'locales',
    'tsconfig.json',
    'demo',
    'package.json',
    '.dependency-cruiser.mjs',
    'biome.json',
    '.gitignore',
  ])
    cpSync(name, join(checkout, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
});

/** Files that each break the import rule in another way, and the expected messages. */
const planted: [path: string, code: string, message: string][] = [
  ['src/lib/planted-up.ts', "import '../db/open.ts';", 'layers-lib: src/lib/planted-up.ts -> src/db/open.ts'],
  [
    'src/core/planted-type.ts',
    "import type { Db } from '../db/db.ts'; export type X = Db;",
    'layers-core: src/core/planted-type.ts -> src/db/db.ts',
  ],
  [
    'src/http/planted-aside.ts',
    "import '../bus/other-workers.ts';",
    'layers-http: src/http/planted-aside.ts -> src/bus/other-workers.ts',
  ],
  [
    'src/resources/pixels/planted-program.ts',
    "import '../../app/path-handler.ts';",
    'layers-resources: src/resources/pixels/planted-program.ts -> src/app/path-handler.ts',
  ],
  [
    'src/resources/pixels/planted-noun.ts',
    "import '../keys/key.ts';",
    'nouns-pixels: src/resources/pixels/planted-noun.ts -> src/resources/keys/key.ts',
  ],
  [
    'src/resources/account/planted-store.ts',
    "import '../keys/key.store.ts';",
    'nouns-account: src/resources/account/planted-store.ts -> src/resources/keys/key.store.ts',
  ],
  [
    'web/lib/planted-server.ts',
    "import '../../src/core/errors.ts';",
    'web-knows-contracts: web/lib/planted-server.ts -> src/core/errors.ts',
  ],
  [
    'web/features/pixels/planted-feature.ts',
    "import '../links/links.tsx';",
    'web-features: web/features/pixels/planted-feature.ts -> web/features/links/links.tsx',
  ],
  [
    'web/ui/planted-kit.ts',
    "import '../features/pixels/vendors.ts';",
    'web-ui: web/ui/planted-kit.ts -> web/features/pixels/vendors.ts',
  ],
  [
    'src/lib/planted-circle.ts',
    "import './planted-round.ts';",
    'no-circles: src/lib/planted-circle.ts -> src/lib/planted-round.ts',
  ],
  ['src/lib/planted-round.ts', "import './planted-circle.ts';", ''],
  [
    'src/lib/planted-types.ts',
    "import type { A } from './planted-types.ts'; export type A = 1; export type B = A;",
    'no-circles: src/lib/planted-types.ts -> src/lib/planted-types.ts',
  ],
];

test('every violation of the import rule is reported with its file, and the code base has none', async () => {
  for (const [path, code] of planted) writeFileSync(join(checkout, path), code);
  const { breaks, fileCount } = await cruise(['src', 'web'], checkout);
  for (const [path] of planted) rmSync(join(checkout, path));
  expect(breaks.toSorted()).toEqual(planted.flatMap(([, , message]) => message || []).toSorted());
  expect(fileCount).toBeGreaterThan(600);
});

async function findLintProblem(path: string, code: string): Promise<string | undefined> {
  const file = join(checkout, path);
  writeFileSync(file, code);
  const problem = await lint([path], checkout);
  rmSync(file);
  return problem;
}

const FETCH = "export const answer = fetch('https://example.com/');\n";
const REQUEST = "import { request } from 'node:https';\n\nexport const ask = request;\n";

test('only the outbound client may fetch', async () => {
  for (const path of ['src/lib/planted.ts', 'src/resources/links/planted.ts', 'src/app/planted.ts']) {
    expect(await findLintProblem(path, FETCH)).toContain('noRestrictedGlobals');
    expect(await findLintProblem(path, REQUEST)).toContain('noRestrictedImports');
  }
  for (const path of [
    'src/lib/outbound/planted.ts',
    'src/lib/planted.test.ts',
    'test/planted.ts',
    'scripts/planted.ts',
  ])
    expect(await findLintProblem(path, FETCH)).toBeUndefined();
});

test('an exported name that a second file declares is refused, unless it only re-exports it', async () => {
  const first = join(checkout, 'src/lib/planted-first.ts');
  const second = join(checkout, 'web/lib/planted-second.ts');
  writeFileSync(first, 'export function plantedName(): void {}\n');
  writeFileSync(second, "export { plantedName } from '../../src/lib/planted-first.ts';\n");
  expect(await findNameProblems(checkout)).toEqual([]);
  writeFileSync(second, 'export const plantedName = 1;\n');
  const found = await findNameProblems(checkout);
  rmSync(first);
  rmSync(second);
  expect(found).toEqual([
    'plantedName is exported by src/lib/planted-first.ts, web/lib/planted-second.ts: give each its own name',
  ]);
});

test('an exception for a name that only one file exports is refused', async () => {
  const file = join(checkout, 'web/ui/page.tsx');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('export function Page(', 'function Page('));
  const found = await findNameProblems(checkout);
  writeFileSync(file, text);
  expect(found).toEqual(['Page is exported once: remove its exception from scripts/exported-names.ts']);
});
