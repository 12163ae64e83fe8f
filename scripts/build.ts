import { rmSync } from 'node:fs';
import { readLocales } from '../src/texts/locales.ts';
import { bundleWeb } from './bundle-web.ts';
import { embedDocs } from './embed-docs.ts';

// Removes the output of an earlier build.
rmSync('dist', { recursive: true, force: true });

const dashboard = JSON.stringify(await bundleWeb());
const locales = JSON.stringify([...readLocales()]);

/** Builds `dist/signpost`: the whole program as one executable. */
const result = await Bun.build({
  // Threads are separate entry points, which the bundler would not find.
  entrypoints: [
    'src/cli/main.ts',
    'src/app/certificates.worker.ts',
    'src/app/counting.worker.ts',
    'src/app/drawing.worker.ts',
    'src/app/outbound.worker.ts',
  ],
  // In chunks, because a short command such as the health check of a container would otherwise read the code of the whole server.
  splitting: true,
  compile: { outfile: 'dist/signpost', autoloadDotenv: false, autoloadBunfig: false },
  plugins: [
    embedDocs,
    {
      name: 'dashboard',
      setup(build) {
        build.onLoad({ filter: /dashboard-embedded\.ts$/ }, () => ({
          contents: `export const embeddedDashboard = ${JSON.stringify(dashboard)};`,
          loader: 'js',
        }));
      },
    },
    {
      name: 'locales',
      setup(build) {
        build.onLoad({ filter: /embedded-locales\.ts$/ }, () => ({
          contents: `export const embeddedLocales = ${JSON.stringify(locales)};`,
          loader: 'js',
        }));
      },
    },
  ],
  // Keeps names, so that a stack trace in the log is readable without a source map.
  minify: { whitespace: true, syntax: true, identifiers: false },
});
if (!result.success) throw new AggregateError(result.logs, 'The build failed');

console.log(`dist/signpost, ${(Bun.file('dist/signpost').size / 1e6).toFixed(0)} MB`);
