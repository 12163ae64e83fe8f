import { beforeAll, expect, test } from 'bun:test';
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, lint } from '../../scripts/check.ts';
import { newFolder } from '../support/engines.ts';

let checkout: string;

beforeAll(() => {
  checkout = newFolder();
  for (const name of [
    'src',
    'web',
    'test',
    'bench',
    'scripts',
    'tsconfig.json',
    'package.json',
    '.dependency-cruiser.mjs',
    'biome.json',
    '.gitignore',
  ])
    cpSync(name, join(checkout, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
});

async function breaksWith(path: string, code: string): Promise<string[]> {
  const file = join(checkout, path);
  writeFileSync(file, code);
  const { breaks } = await cruise(['src', 'web'], checkout);
  rmSync(file);
  return breaks;
}

test('the house as it stands keeps the import rule', async () => {
  const { breaks, fileCount } = await cruise(['src', 'web'], checkout);
  expect(breaks).toEqual([]);
  expect(fileCount).toBeGreaterThan(60);
});

for (const [what, path, code, expected] of [
  [
    'an import of a higher floor',
    'src/lib/planted.ts',
    "import '../db/open.ts';",
    'floors-lib: src/lib/planted.ts -> src/db/open.ts',
  ],
  [
    'one of types alone',
    'src/core/planted.ts',
    "import type { Db } from '../db/db.ts'; export type X = Db;",
    'floors-core: src/core/planted.ts -> src/db/db.ts',
  ],
  [
    'a circle, be it of types',
    'src/lib/planted.ts',
    "import type { A } from './planted.ts'; export type A = 1; export type B = A;",
    'no-circles: src/lib/planted.ts -> src/lib/planted.ts',
  ],
  [
    'an import sideways',
    'src/http/planted.ts',
    "import '../bus/open.ts';",
    'floors-http: src/http/planted.ts -> src/bus/open.ts',
  ],
  [
    'an import of the program by a noun',
    'src/resources/pixels/planted.ts',
    "import '../../app/site.ts';",
    'floors-resources: src/resources/pixels/planted.ts -> src/app/site.ts',
  ],
  [
    'an arrow between nouns that is not listed',
    'src/resources/pixels/planted.ts',
    "import '../keys/key.ts';",
    'nouns-pixels: src/resources/pixels/planted.ts -> src/resources/keys/key.ts',
  ],
  [
    'another noun’s store',
    'src/resources/account/planted.ts',
    "import '../keys/key.store.ts';",
    'nouns-account: src/resources/account/planted.ts -> src/resources/keys/key.store.ts',
  ],
  [
    'an import of the server by the dashboard',
    'web/lib/planted.ts',
    "import '../../src/core/errors.ts';",
    'web-knows-contracts: web/lib/planted.ts -> src/core/errors.ts',
  ],
  [
    'an import of one feature by another',
    'web/features/pixels/planted.ts',
    "import '../links/links.tsx';",
    'web-features: web/features/pixels/planted.ts -> web/features/links/links.tsx',
  ],
  [
    'a noun in the kit',
    'web/ui/planted.ts',
    "import '../features/pixels/vendors.ts';",
    'web-ui: web/ui/planted.ts -> web/features/pixels/vendors.ts',
  ],
] as const) {
  test(`${what} breaks it`, async () => {
    expect(await breaksWith(path, code)).toContain(expected);
  });
}

test('two files that import each other break it', async () => {
  writeFileSync(join(checkout, 'src/lib/planted-a.ts'), "import './planted-b.ts';");
  const breaks = await breaksWith('src/lib/planted-b.ts', "import './planted-a.ts';");
  rmSync(join(checkout, 'src/lib/planted-a.ts'));
  expect(breaks.some((line) => line.startsWith('no-circles'))).toBe(true);
});

async function complaintAbout(path: string, code: string): Promise<string | undefined> {
  const file = join(checkout, path);
  writeFileSync(file, code);
  const complaint = await lint([path], checkout);
  rmSync(file);
  return complaint;
}

const FETCH = "export const answer = fetch('https://example.com/');\n";
const REQUEST = "import { request } from 'node:https';\n\nexport const ask = request;\n";

test('nothing but the outward client may fetch', async () => {
  for (const path of ['src/lib/planted.ts', 'src/resources/links/planted.ts', 'src/app/planted.ts']) {
    expect(await complaintAbout(path, FETCH)).toContain('noRestrictedGlobals');
    expect(await complaintAbout(path, REQUEST)).toContain('noRestrictedImports');
  }
  for (const path of [
    'src/lib/outbound/planted.ts',
    'src/lib/planted.test.ts',
    'test/planted.ts',
    'scripts/planted.ts',
  ])
    expect(await complaintAbout(path, FETCH)).toBeUndefined();
});
