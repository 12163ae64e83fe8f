import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../src/config/version.ts';
import { writeTarGz, writeZip } from './archives.ts';
import { buildExecutable, bundleParts } from './build-executable.ts';
import { prepareTarget, type ReleaseTarget, releaseTargets } from './release-targets.ts';

const OUT = 'dist/release';
const BUILD = 'dist/release-build';
const BESIDE = ['LICENSE', 'NOTICE'];

/** Where the files will be downloaded from; it becomes the default of install.sh and of `signpost upgrade --check`. */
const releasesUrl = process.env.SIGNPOST_RELEASES?.replace(/\/+$/, '');

function run(words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words);
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${stderr}`);
  return stdout.toString();
}

/** Builds and packs the executable of one platform; returns the name of the archive. */
async function releaseFor(target: ReleaseTarget, parts: Bun.BunPlugin[]): Promise<string> {
  const isWindows = target.name.startsWith('windows');
  const executable = join(BUILD, target.name, isWindows ? 'signpost.exe' : 'signpost');
  await buildExecutable(executable, parts, prepareTarget(target));
  const name = `signpost-${version}-${target.name}${isWindows ? '.zip' : '.tar.gz'}`;
  const files = [executable, ...BESIDE];
  if (isWindows) await writeZip(join(OUT, name), files);
  else writeTarGz(join(OUT, name), files);
  return name;
}

/** The bill of materials: every package that the executables contain, as CycloneDX. */
function writeSbom(): void {
  const text = run(['npm', 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']);
  writeFileSync(join(OUT, `signpost-${version}.cdx.json`), text);
}

/** The package for npm, which also runs where there is no executable. */
function writeNpmPackage(): void {
  const name = run(['npm', 'pack', '--silent', '--pack-destination', OUT]).trim();
  renameSync(join(OUT, name), join(OUT, `signpost-${version}-npm.tgz`));
}

function writeInstaller(): void {
  const text = readFileSync('install.sh', 'utf8');
  const line = `default_releases='${releasesUrl ?? ''}'`;
  writeFileSync(join(OUT, 'install.sh'), text.replace(/^default_releases=.*$/m, line), { mode: 0o755 });
}

function writeSums(): void {
  const lines = readdirSync(OUT)
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(OUT, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    });
  writeFileSync(join(OUT, 'SHA256SUMS'), lines.join(''));
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',') ?? releaseTargets.map(({ name }) => name);
const unknown = wanted.filter((name) => !releaseTargets.some((target) => target.name === name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}. There are ${releaseTargets.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

for (const folder of [OUT, BUILD]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const parts = await bundleParts(releasesUrl);
const failed: string[] = [];
for (const target of releaseTargets.filter(({ name }) => wanted.includes(name))) {
  try {
    const name = await releaseFor(target, parts);
    console.log(`${name}, ${(Bun.file(join(OUT, name)).size / 1e6).toFixed(0)} MB`);
  } catch (error) {
    // The other platforms are still built; the exit code tells that one is missing.
    failed.push(target.name);
    console.error(`${target.name} was not built: ${(error as Error).message}`);
  }
}
writeSbom();
writeNpmPackage();
writeInstaller();
writeSums();
if (failed.length > 0) {
  const rest = wanted.filter((name) => !failed.includes(name)).join(',');
  console.error(
    `Without ${failed.join(', ')}.${rest && ` To leave them out on purpose: npm run release -- --only ${rest}`}`,
  );
  process.exitCode = 1;
}
