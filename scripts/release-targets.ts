import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildTarget } from './build-executable.ts';

/** A platform that executables are released for. */
export interface ReleaseTarget {
  /** The last part of the archive's name. */
  name: string;
  bunTarget: BuildTarget['bunTarget'];
  /** The npm packages with Bun and with the add-on that draws pictures, both for this platform. */
  bunPackage: string;
  addOnPackage: string;
}

/** All platforms, in the order in which they are built. */
export const releaseTargets: ReleaseTarget[] = [
  {
    name: 'linux-x64',
    bunTarget: 'bun-linux-x64',
    bunPackage: '@oven/bun-linux-x64',
    addOnPackage: '@resvg/resvg-js-linux-x64-gnu',
  },
  {
    name: 'linux-x64-musl',
    bunTarget: 'bun-linux-x64-musl',
    bunPackage: '@oven/bun-linux-x64-musl',
    addOnPackage: '@resvg/resvg-js-linux-x64-musl',
  },
  {
    name: 'linux-arm64',
    bunTarget: 'bun-linux-arm64',
    bunPackage: '@oven/bun-linux-aarch64',
    addOnPackage: '@resvg/resvg-js-linux-arm64-gnu',
  },
  {
    name: 'linux-arm64-musl',
    bunTarget: 'bun-linux-arm64-musl',
    bunPackage: '@oven/bun-linux-aarch64-musl',
    addOnPackage: '@resvg/resvg-js-linux-arm64-musl',
  },
  {
    name: 'darwin-arm64',
    bunTarget: 'bun-darwin-arm64',
    bunPackage: '@oven/bun-darwin-aarch64',
    addOnPackage: '@resvg/resvg-js-darwin-arm64',
  },
  {
    name: 'windows-x64',
    bunTarget: 'bun-windows-x64',
    bunPackage: '@oven/bun-windows-x64',
    addOnPackage: '@resvg/resvg-js-win32-x64-msvc',
  },
];

interface LockedPackage {
  version: string;
  integrity?: string;
}

const CACHE = '.cache/release';

function findLocked(name: string): LockedPackage & { integrity: string } {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> };
  const locked = lock.packages[`node_modules/${name}`];
  if (!locked?.integrity) throw new Error(`${name} is not in package-lock.json`);
  return { ...locked, integrity: locked.integrity };
}

function run(words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words);
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed: ${stderr.toString().trim().slice(-500)}`);
  return stdout.toString();
}

/** Throws if the file is not the one that package-lock.json names. */
export function assertIntegrity(file: string, integrity: string): void {
  const [algorithm = '', expected] = integrity.split(/-(.*)/);
  const actual = createHash(algorithm).update(readFileSync(file)).digest('base64');
  if (actual !== expected) {
    rmSync(file);
    throw new Error(`${file} differs from package-lock.json (${algorithm}) and was deleted`);
  }
}

/** Downloads a package of another platform from the npm registry, checks and unpacks it; returns its folder. */
function unpackPackage(name: string): string {
  const { version, integrity } = findLocked(name);
  const folder = join(CACHE, `${name.replace('/', '+')}-${version}`);
  const archive = `${folder}.tgz`;
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(archive)) {
    const packed = run(['npm', 'pack', '--loglevel=error', '--pack-destination', CACHE, `${name}@${version}`]);
    run(['mv', join(CACHE, packed.trim()), archive]);
  }
  assertIntegrity(archive, integrity);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  run(['tar', '-xzf', archive, '-C', folder, '--strip-components=1']);
  return folder;
}

function findFile(folder: string, pattern: RegExp): string {
  const name = readdirSync(folder).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`${folder} has no ${pattern}`);
  return join(process.cwd(), folder, name);
}

/** Makes everything available that a build for this platform needs. Throws if the registry lacks one of the packages. */
export function prepareTarget({ bunTarget, bunPackage, addOnPackage }: ReleaseTarget): BuildTarget {
  return {
    bunTarget,
    bun: findFile(join(unpackPackage(bunPackage), 'bin'), /^bun(\.exe)?$/),
    addOn: findFile(unpackPackage(addOnPackage), /\.node$/),
  };
}
