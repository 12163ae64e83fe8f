import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Glob } from 'bun';
import { type Journey, journeysOf } from '../test/journeys-of.ts';
import { readImporters } from './import-graph.ts';

/** Tests to run: whole files, and files of which only the tests with certain words in their names matter. */
export interface Selection {
  files: string[];
  named: { file: string; names: string }[];
}

/** A file that imports more than this only wires others together; its tests are about nearly everything. */
const MAX_IMPORTS = 40;

function git(...words: string[]): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...words]);
  if (exitCode !== 0) throw new Error(`git ${words.join(' ')} failed: ${stderr}`);
  return stdout.toString().split('\n').filter(Boolean);
}

/** The paths that differ from a commit, with new files, and with deleted ones. */
export function findChangedPaths(commit = 'HEAD'): string[] {
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

function testsIn(folder: string): string[] {
  return existsSync(folder) ? [...new Glob(`${folder}/*.test.{ts,tsx}`).scanSync('.')] : [];
}

/** The journeys of the longest entry that the path begins with. */
function journeysFor(path: string): Journey[] {
  const entries = Object.keys(journeysOf).filter((entry) => path.startsWith(entry));
  const [longest = ''] = entries.sort((left, right) => right.length - left.length);
  return journeysOf[longest] ?? [];
}

/**
 * The tests to run after a change of these paths: changed tests, the tests in the folder of a changed file and in those of the files
 * that import it directly, and its journeys.
 */
export function selectTests(changed: string[]): Selection {
  const importers = readImporters();
  const importCounts = new Map<string, number>();
  for (const files of importers.values())
    for (const file of files) importCounts.set(file, (importCounts.get(file) ?? 0) + 1);
  const files = new Set<string>();
  const named = new Map<string, string[]>();
  for (const path of changed) {
    const importing = [...(importers.get(path) ?? [])].filter((file) => (importCounts.get(file) ?? 0) <= MAX_IMPORTS);
    if (isTest(path) && existsSync(path)) files.add(path);
    for (const test of importing.filter(isTest)) files.add(test);
    // A test and what supports tests have no users but the tests that import them.
    const isCode = /^(src|web|client|bench)\/.*\.tsx?$/.test(path) && !isTest(path);
    const folders = isCode ? [path, ...importing.filter((file) => !isTest(file))].map(dirname) : [];
    for (const test of folders.flatMap(testsIn)) files.add(test);
    for (const { file, tests } of journeysFor(path)) {
      if (tests === undefined) files.add(file);
      else named.set(file, [...(named.get(file) ?? []), tests]);
    }
  }
  return {
    files: [...files].sort(),
    named: [...named]
      .filter(([file]) => !files.has(file))
      .map(([file, names]) => ({ file, names: [...new Set(names)].join('|') })),
  };
}
