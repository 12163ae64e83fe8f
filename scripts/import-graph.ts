import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Glob } from 'bun';

/** The folders whose files may import each other. */
const CODE = '{src,web,client,bench,test,scripts,demo}/**/*.{ts,tsx}';

/** Every import of a file by a relative path. One of types alone is left out: it cannot change what a test sees. */
const IMPORT =
  /^\s*(?:import|export)\s(?!type\s)[^'"();]*?from\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|^import '(\.[^']+)'/gm;

/** Reads which files import each file of this checkout. */
export function readImporters(): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of new Glob(CODE).scanSync('.')) {
    for (const [, from, dynamic, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const path = normalize(join(dirname(file), from ?? dynamic ?? bare ?? ''));
      if (!existsSync(path)) continue;
      const known = importers.get(path) ?? new Set();
      importers.set(path, known.add(file));
    }
  }
  return importers;
}
