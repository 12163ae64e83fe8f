import { existsSync } from 'node:fs';
import { Glob } from 'bun';
import { bundleWeb } from './bundle-web.ts';
import { findChangedPaths } from './changed-tests.ts';
import { findTextProblems } from './check-texts.ts';
import { findNameProblems } from './exported-names.ts';
import { findDrift } from './generate.ts';
import { findJourneyProblems } from './journey-problems.ts';
import { describeMissing, findMissingTranslations } from './missing-translations.ts';
import { findProblems } from './reference-table.ts';
import { findSecurityProblems } from './security-page.ts';
import { findGuards, findMarks } from './test-marks.ts';

interface Check {
  name: string;
  /** What a change can break; a check is left out if no changed path matches. */
  concerns: RegExp;
  /** Returns its problems, or undefined if there are none. Given the changed files, it may look at less. */
  run(changed?: string[]): Promise<string | undefined>;
  /** A note to print that is not a problem. */
  note?(): string | undefined;
}

async function runTool(words: string[], cwd = '.'): Promise<{ exitCode: number; output: string; stdout: string }> {
  const child = Bun.spawn(words, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { exitCode, stdout, output: stdout + stderr };
}

async function runQuietly(words: string[]): Promise<string | undefined> {
  const { exitCode, output } = await runTool(words);
  return exitCode === 0 ? undefined : output;
}

// The tools require a newer Node than ours; Bun runs them.
const BUN = [process.execPath, '--bun'];

/** Violations of the import rules in these folders or files of a checkout, one line each, and the number of files that were read. */
export async function cruise(
  paths: string[],
  checkout = '.',
  extra: string[] = [],
): Promise<{ breaks: string[]; fileCount: number }> {
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...extra];
  const words = [...BUN, 'node_modules/.bin/depcruise', ...options, ...paths];
  const { stdout, output } = await runTool(words, checkout);
  if (!stdout.startsWith('{')) throw new Error(output);
  const { modules, summary } = JSON.parse(stdout);
  const breaks = summary.violations.map(
    ({ rule, from, to }: { rule: { name: string }; from: string; to: string }) => `${rule.name}: ${from} -> ${to}`,
  );
  const isOurs = ({ source }: { source: string }) => /^(src|web)\//.test(source);
  return { breaks, fileCount: modules.filter(isOurs).length };
}

/** The output of the linter for these paths of a checkout; undefined if there are no problems. */
export async function lint(paths: string[], checkout = '.'): Promise<string | undefined> {
  const { exitCode, output } = await runTool(
    ['node_modules/.bin/biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...paths],
    checkout,
  );
  return exitCode === 0 ? undefined : output;
}

/** A type check. That of changed files remembers the last one, in a folder that git ignores, and trusts whatever is two imports away. */
function types(name: string, project: string, concerns: RegExp): Check {
  const memory = `node_modules/.cache/types-${project.replace(/\W/g, '') || 'main'}.tsbuildinfo`;
  const words = ['node_modules/.bin/tsc', '--noEmit', '--project', project];
  const quicker = ['--incremental', '--tsBuildInfoFile', memory, '--assumeChangesOnlyAffectDirectDependencies'];
  return { name, concerns, run: (changed) => runQuietly(changed ? [...words, ...quicker] : words) };
}

const CODE = /^(src|web|client|test|bench|scripts)\/.*\.tsx?$/;

const importRule: Check = {
  name: 'import rule',
  concerns: CODE,
  async run(changed) {
    const paths = changed?.filter((file) => CODE.test(file)) ?? ['src', 'web', 'client', 'test', 'bench', 'scripts'];
    const { breaks, fileCount } = await cruise(paths, '.', changed ? ['--max-depth', '1'] : []);
    const expectedCount = changed ? 0 : [...new Glob('{src,web}/**/*.{ts,tsx}').scanSync()].length;
    // Without a TypeScript parser the tool silently checks nothing.
    if (fileCount < expectedCount) return `only ${fileCount} of ${expectedCount} files were read`;
    return breaks.length > 0 ? breaks.join('\n') : undefined;
  },
};

const drift: Check = {
  name: 'generated files',
  concerns: /./,
  async run(changed) {
    const stale = await findDrift(changed);
    return stale.length > 0 ? `stale: ${stale.join(', ')}. Run: npm run generate` : undefined;
  },
};

/** A check that finds problems in the whole tree, one line each. */
function problems(name: string, concerns: RegExp, findAll: () => string[] | Promise<string[]>): Check {
  return {
    name,
    concerns,
    async run() {
      const found = await findAll();
      return found.length > 0 ? found.join('\n') : undefined;
    },
  };
}

const MARKED = /\.test\.ts$|^test\/(reference|security)\//;

const texts: Check = {
  ...problems('texts', /^locales\//, findTextProblems),
  note: () => describeMissing(findMissingTranslations()),
};

const MAX_FIRST_LOAD_BYTES = 200_000;

/** The first load of the dashboard: the files that its page names, their static imports, and the longest texts. */
async function findBudgetProblems(): Promise<string[]> {
  const { page, files } = await bundleWeb();
  const wanted = files.filter(({ path, type }) => page.includes(path) && type.startsWith('text/javascript'));
  for (const { plain } of wanted) {
    const text = Buffer.from(plain, 'base64').toString();
    const imported = [...text.matchAll(/(?:from|import)"([^"]+)"/g)].map(([, path]) => path);
    wanted.push(...files.filter((file) => imported.includes(file.path) && !wanted.includes(file)));
  }
  const sizeOf = ({ gzip }: { gzip: string }) => Buffer.from(gzip, 'base64').length;
  const textSizes = files.filter(({ path }) => path.includes('/texts-')).map(sizeOf);
  if (wanted.length === 0 || textSizes.length === 0) return ['no script or no texts were found'];
  const bytes = wanted.reduce((sum, file) => sum + sizeOf(file), 0) + Math.max(...textSizes);
  if (bytes <= MAX_FIRST_LOAD_BYTES) return [];
  return [`${bytes} bytes of compressed script and texts, at most ${MAX_FIRST_LOAD_BYTES}`];
}

const checks: Check[] = [
  types('types', '.', /^(src|test|bench|scripts|demo|client)\/.*\.ts$/),
  types('types of the dashboard', 'web', /^(src|web|client)\/.*\.tsx?$/),
  types('types of the client library', 'client', /^client\/.*\.ts$/),
  { name: 'lint', concerns: /./, run: (changed) => lint(changed ?? ['.']) },
  // It has to read everything, so it takes as long for one changed file.
  {
    name: 'unused',
    concerns: /^(package|knip)\.json$/,
    run: () => runQuietly([...BUN, 'node_modules/.bin/knip', '--no-progress']),
  },
  importRule,
  problems('exported names', /^(src|web)\//, findNameProblems),
  problems('journeys', /^(test|web\/features)\//, findJourneyProblems),
  drift,
  texts,
  problems('reference', MARKED, async () => findProblems(await findMarks())),
  problems('security rules', MARKED, async () => findSecurityProblems(await findGuards())),
  problems('first load of the dashboard', /^(web|client|package)/, findBudgetProblems),
];

/** Runs every check, or those of the changed files; true if all pass. */
async function runChecks(changed?: string[]): Promise<boolean> {
  const isConcerned = ({ concerns }: Check) => !changed || changed.some((file) => concerns.test(file));
  const results = await Promise.all(
    checks.filter(isConcerned).map(async ({ name, run, note }) => {
      const startMs = performance.now();
      const problem = await run(changed);
      return { name, problem, note: note?.(), seconds: ((performance.now() - startMs) / 1000).toFixed(1) };
    }),
  );
  for (const { name, problem, note, seconds } of results) {
    console.log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (problem !== undefined) console.log(problem);
    if (note !== undefined) console.log(`note: ${note}`);
  }
  const others = checks.filter((check) => !isConcerned(check)).map(({ name }) => name);
  if (others.length > 0) console.log(`Not run: ${others.join(', ')}. npm run check -- --all runs them too.`);
  return results.every(({ problem }) => problem === undefined);
}

async function main(words: string[]): Promise<boolean> {
  if (words.includes('--all') || process.env.CI) return runChecks();
  const changed = findChangedPaths().filter((path) => existsSync(path));
  if (changed.length > 0) return runChecks(changed);
  console.log('No file has changed since the last commit. npm run check -- --all checks all files.');
  return true;
}

if (import.meta.main) process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
