import { join } from 'node:path';
import { Glob } from 'bun';

/** A name that several files may export, and why. */
interface Exception {
  name: string;
  reason: string;
}

const exceptions: Exception[] = [
  {
    name: 'Screen',
    reason: 'each feature of the dashboard exports its screen under this name, which the router loads',
  },
  {
    name: 'Link',
    reason: 'the noun, and the component of the dashboard that navigates, which has this name in most routers',
  },
  { name: 'Page', reason: 'one page of a list, and the component that lays out a screen of the dashboard' },
];

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** The files of a checkout that declare each exported name; re-exports do not count. */
async function findDeclarations(checkout: string): Promise<Map<string, string[]>> {
  const files = [...new Glob('{src,web}/**/*.{ts,tsx}').scanSync(checkout)].filter((file) => !file.includes('.test.'));
  const declarations = new Map<string, string[]>();
  for (const file of files.sort()) {
    const text = await Bun.file(join(checkout, file)).text();
    const names = new Set([...text.matchAll(DECLARATION)].map(([, name = '']) => name));
    for (const name of names) declarations.set(name, [...(declarations.get(name) ?? []), file]);
  }
  return declarations;
}

/** Names that several files export although they are not listed, and listed names that need no exception; one line each. */
export async function findNameProblems(checkout = '.'): Promise<string[]> {
  const duplicates = new Map([...(await findDeclarations(checkout))].filter(([, files]) => files.length > 1));
  const allowed = new Set(exceptions.map(({ name }) => name));
  const unlisted = [...duplicates]
    .filter(([name]) => !allowed.has(name))
    .map(([name, files]) => `${name} is exported by ${files.join(', ')}: give each its own name`);
  const stale = [...allowed]
    .filter((name) => !duplicates.has(name))
    .map((name) => `${name} is exported once: remove its exception from scripts/exported-names.ts`);
  return [...unlisted, ...stale].sort();
}
