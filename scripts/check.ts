import { Glob } from 'bun';
import { bundleWeb } from './bundle-web.ts';
import { findTextProblems } from './check-texts.ts';
import { findNameProblems } from './exported-names.ts';
import { findDrift } from './generate.ts';
import { describeMissing, findMissingTranslations } from './missing-translations.ts';
import { findProblems } from './reference-table.ts';
import { findSecurityProblems } from './security-page.ts';
import { findGuards, findMarks } from './test-marks.ts';

/** A check; `run` returns its problems, or undefined if there are none. */
interface Check {
  name: string;
  run(): Promise<string | undefined>;
  /** A note to print that is not a problem. */
  note?(): string | undefined;
}

async function runTool(words: string[], cwd = '.'): Promise<{ exitCode: number; output: string; stdout: string }> {
  const child = Bun.spawn(words, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { exitCode, stdout, output: stdout + stderr };
}

function tool(name: string, words: string[]): Check {
  return {
    name,
    async run() {
      const { exitCode, output } = await runTool(words);
      return exitCode === 0 ? undefined : output;
    },
  };
}

// The tools require a newer Node than ours; Bun runs them.
const BUN = [process.execPath, '--bun'];

/** Violations of the import rules in these folders of a checkout, one line each, and the number of files that were read. */
export async function cruise(folders: string[], checkout = '.'): Promise<{ breaks: string[]; fileCount: number }> {
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const words = [...BUN, 'node_modules/.bin/depcruise', ...options, ...folders];
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
    ['node_modules/.bin/biome', 'check', '--error-on-warnings', ...paths],
    checkout,
  );
  return exitCode === 0 ? undefined : output;
}

const importRule: Check = {
  name: 'import rule',
  async run() {
    const { breaks, fileCount } = await cruise(['src', 'web', 'client', 'test', 'bench', 'scripts']);
    const expectedCount = [...new Glob('{src,web}/**/*.{ts,tsx}').scanSync()].length;
    // Without a TypeScript parser the tool silently checks nothing.
    if (fileCount < expectedCount) return `only ${fileCount} of ${expectedCount} files were read`;
    return breaks.length > 0 ? breaks.join('\n') : undefined;
  },
};

const exportedNames: Check = {
  name: 'exported names',
  async run() {
    const problems = await findNameProblems();
    return problems.length > 0 ? problems.join('\n') : undefined;
  },
};

const drift: Check = {
  name: 'generated files',
  async run() {
    const stale = await findDrift();
    return stale.length > 0 ? `stale: ${stale.join(', ')}. Run: npm run generate` : undefined;
  },
};

const reference: Check = {
  name: 'reference',
  async run() {
    const problems = findProblems(await findMarks());
    return problems.length > 0 ? problems.join('\n') : undefined;
  },
};

const security: Check = {
  name: 'security rules',
  async run() {
    const problems = findSecurityProblems(await findGuards());
    return problems.length > 0 ? problems.join('\n') : undefined;
  },
};

const texts: Check = {
  name: 'texts',
  async run() {
    const problems = findTextProblems();
    return problems.length > 0 ? problems.join('\n') : undefined;
  },
  note: () => describeMissing(findMissingTranslations()),
};

const MAX_FIRST_LOAD_BYTES = 200_000;

/** The first load of the dashboard: the files that its page names, their static imports, and the longest texts. */
const budget: Check = {
  name: 'first load of the dashboard',
  async run() {
    const { page, files } = await bundleWeb();
    const wanted = files.filter(({ path, type }) => page.includes(path) && type.startsWith('text/javascript'));
    for (const { plain } of wanted) {
      const text = Buffer.from(plain, 'base64').toString();
      const imported = [...text.matchAll(/(?:from|import)"([^"]+)"/g)].map(([, path]) => path);
      wanted.push(...files.filter((file) => imported.includes(file.path) && !wanted.includes(file)));
    }
    const sizeOf = ({ gzip }: { gzip: string }) => Buffer.from(gzip, 'base64').length;
    const textSizes = files.filter(({ path }) => path.includes('/texts-')).map(sizeOf);
    if (wanted.length === 0 || textSizes.length === 0) return 'no script or no texts were found';
    const bytes = wanted.reduce((sum, file) => sum + sizeOf(file), 0) + Math.max(...textSizes);
    return bytes > MAX_FIRST_LOAD_BYTES
      ? `${bytes} bytes of compressed script and texts, at most ${MAX_FIRST_LOAD_BYTES}`
      : undefined;
  },
};

const checks: Check[] = [
  tool('types', ['node_modules/.bin/tsc', '--noEmit']),
  tool('types of the dashboard', ['node_modules/.bin/tsc', '--noEmit', '--project', 'web']),
  tool('types of the client library', ['node_modules/.bin/tsc', '--noEmit', '--project', 'client']),
  { name: 'lint', run: () => lint(['.']) },
  tool('unused', [...BUN, 'node_modules/.bin/knip', '--no-progress']),
  importRule,
  exportedNames,
  drift,
  texts,
  reference,
  security,
  budget,
];

/** Runs every check; true if all pass. */
export async function runChecks(): Promise<boolean> {
  const results = await Promise.all(
    checks.map(async ({ name, run, note }) => {
      const startMs = performance.now();
      const problem = await run();
      return { name, problem, note: note?.(), seconds: ((performance.now() - startMs) / 1000).toFixed(1) };
    }),
  );
  for (const { name, problem, note, seconds } of results) {
    console.log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (problem !== undefined) console.log(problem);
    if (note !== undefined) console.log(`note: ${note}`);
  }
  return results.every(({ problem }) => problem === undefined);
}

if (import.meta.main) process.exitCode = (await runChecks()) ? 0 : 1;
