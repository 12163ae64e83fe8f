import { readLocales } from '../src/texts/locales.ts';
import { bundleWeb } from './bundle-web.ts';
import { embedDocs } from './embed-docs.ts';

/** The program for another platform than this one. */
export interface BuildTarget {
  /** The Bun executable of the platform, which the program is appended to. */
  bun: string;
  /** Bun's name of the platform, such as `bun-linux-arm64-musl`. */
  bunTarget: Bun.Build.CompileTarget;
  /** The native add-on that draws pictures, built for the platform. */
  addOn: string;
}

/** Replaces a module, named by a pattern of its path, in the executable. */
function replaceModule(name: string, filter: RegExp, contents: string): Bun.BunPlugin {
  return { name, setup: (build) => void build.onLoad({ filter }, () => ({ contents, loader: 'js' })) };
}

/** Embeds the add-on of the platform instead of looking for one at run time. */
function embedAddOn({ addOn }: BuildTarget): Bun.BunPlugin {
  const contents = `module.exports = require(${JSON.stringify(addOn)});`;
  return replaceModule('add-on', /resvg-js[\\/]js-binding\.js$/, contents);
}

/**
 * The parts that are the same for every platform: the documentation, the dashboard, the texts, and the address that `signpost upgrade --check` asks
 * unless SIGNPOST_RELEASES is set.
 */
export async function bundleParts(releasesUrl?: string): Promise<Bun.BunPlugin[]> {
  const dashboard = JSON.stringify(await bundleWeb());
  const locales = JSON.stringify([...readLocales()]);
  return [
    embedDocs,
    replaceModule(
      'dashboard',
      /dashboard-embedded\.ts$/,
      `export const embeddedDashboard = ${JSON.stringify(dashboard)};`,
    ),
    replaceModule('locales', /embedded-locales\.ts$/, `export const embeddedLocales = ${JSON.stringify(locales)};`),
    replaceModule(
      'releases',
      /embedded-releases\.ts$/,
      `export const embeddedReleases = ${JSON.stringify(releasesUrl)};`,
    ),
  ];
}

/** Whether the program is for the platform that builds it. */
function isForThisPlatform(target?: BuildTarget): boolean {
  return target === undefined || target.bunTarget === `bun-${process.platform}-${process.arch}`;
}

/** Builds the whole program as one executable. */
export async function buildExecutable(outfile: string, parts: Bun.BunPlugin[], target?: BuildTarget): Promise<void> {
  const platform = target && { target: target.bunTarget, executablePath: target.bun };
  const result = await Bun.build({
    // Threads are separate entry points, which the bundler would not find.
    entrypoints: [
      'src/cli/main.ts',
      'src/app/certificates.worker.ts',
      'src/app/counting.worker.ts',
      'src/app/drawing.worker.ts',
      'src/app/outbound.worker.ts',
      'src/app/webhook.worker.ts',
    ],
    // In chunks, because a short command such as the health check of a container would otherwise read the code of the whole server.
    splitting: true,
    // Parsed at build time: a start then takes less than half of the processor time. Bytecode for another platform was never run.
    bytecode: isForThisPlatform(target),
    format: 'esm',
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false, ...platform },
    plugins: target ? [...parts, embedAddOn(target)] : parts,
    // Keeps names, so that a stack trace in the log is readable without a source map.
    minify: { whitespace: true, syntax: true, identifiers: false },
  });
  if (!result.success) throw new AggregateError(result.logs, 'The build failed');
}
