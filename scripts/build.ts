import { rmSync } from 'node:fs';
import { readLocales } from '../src/texts/locales.ts';
import { bundleWeb } from './bundle-web.ts';

// What an earlier build left is not part of this one.
rmSync('dist', { recursive: true, force: true });

const dashboard = JSON.stringify(await bundleWeb());
const locales = JSON.stringify([...readLocales()]);

/** Makes `dist/signpost`: the whole program in one executable. */
const result = await Bun.build({
  // A thread is a program of its own, which the bundler would not find.
  entrypoints: [
    'src/cli/main.ts',
    'src/app/counting.worker.ts',
    'src/app/drawing.worker.ts',
    'src/app/outbound.worker.ts',
  ],
  compile: { outfile: 'dist/signpost', autoloadDotenv: false, autoloadBunfig: false },
  plugins: [
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
  // Names stay, so that a stack in the log can be read without a second file.
  minify: { whitespace: true, syntax: true, identifiers: false },
});
if (!result.success) throw new AggregateError(result.logs, 'The build failed');

console.log(`dist/signpost, ${(Bun.file('dist/signpost').size / 1e6).toFixed(0)} MB`);
