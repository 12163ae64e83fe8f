import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Glob } from 'bun';
import type { DashboardBundle, DashboardFile } from '../src/app/dashboard-bundle.ts';
import { type LocaleCatalogs, readLocales } from '../src/texts/locales.ts';

const HOME = join(import.meta.dir, '..');
const ASSETS = '/app/assets/';
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
};
const NAMING = '[name]-[hash].[ext]';
const COMMON = {
  target: 'browser',
  minify: true,
  publicPath: ASSETS,
  naming: { entry: NAMING, chunk: NAMING, asset: NAMING },
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;

// Texts that only the server writes.
const SERVER_CATALOGS = ['mails', 'public-pages'];

// The styles of the outline, which is shown before everything else has arrived; in the order in which they apply.
const FIRST_STYLES = ['web/ui/tokens.css', 'web/ui/base.css'];
const OUTLINE_STYLES = ['ui/page', 'ui/skeleton', 'shell/shell', 'shell/outline'].map((name) => `web/${name}.css`);

/** A stylesheet that contains these files. */
function importAll(paths: string[]): string {
  return paths.map((path) => `@import ${JSON.stringify(join(HOME, path))};`).join('\n');
}

/**
 * The stylesheets of the dashboard: `ui` first, then `shell` and `features`. Those of the outline are repeated, because a later
 * rule wins over an earlier one with the same specificity.
 */
function listStyles(): string[] {
  const all = [...new Glob('web/{ui,shell,features}/**/*.css').scanSync(HOME)].sort();
  const rank = (path: string) => ['ui/', 'shell/', 'features/'].findIndex((part) => path.includes(part));
  return all.filter((path) => !FIRST_STYLES.includes(path)).sort((left, right) => rank(left) - rank(right));
}

async function pack(path: string, blob: Blob): Promise<DashboardFile> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    path,
    type: TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    plain: bytes.toString('base64'),
    gzip: gzipSync(bytes, { level: 9 }).toString('base64'),
    br: brotliCompressSync(bytes, { params }).toString('base64'),
  };
}

/** All texts of the dashboard in one language as one file. */
function packTexts(language: string, catalogs: LocaleCatalogs): Promise<DashboardFile> {
  const shown = Object.entries(catalogs).filter(([name]) => !SERVER_CATALOGS.includes(name));
  const text = JSON.stringify(Object.fromEntries(shown));
  const hash = Bun.hash(text).toString(36).padStart(8, '0').slice(-8);
  return pack(`${ASSETS}texts-${language}-${hash}.json`, new Blob([text]));
}

/** Bundles `web/` for browsers: the page, and its files with content hashes in their names. */
export async function bundleWeb(locales = readLocales()): Promise<DashboardBundle> {
  const [outline, style] = [join(HOME, 'web/outline.css'), join(HOME, 'web/style.css')];
  const app = await Bun.build({
    ...COMMON,
    entrypoints: [join(HOME, 'web/main.tsx'), outline, style],
    files: { [outline]: importAll([...FIRST_STYLES, ...OUTLINE_STYLES]), [style]: importAll(listStyles()) },
    splitting: true,
    // The font has its own URL, which the public pages share.
    external: ['/assets/*'],
  });
  // A script that blocks the page cannot import, so it shares no chunk with the others.
  const boot = await Bun.build({ ...COMMON, entrypoints: [join(HOME, 'web/boot.ts')], format: 'iife' });
  const outputs = [...app.outputs, ...boot.outputs];
  const addressOf = (path: string) => ASSETS + path.replace(/^\.?\//, '');
  const files = await Promise.all(outputs.map((output) => pack(addressOf(output.path), output)));
  // Chunks that several features share are named after the first file too.
  const entries = outputs.filter(({ kind }) => kind !== 'chunk').map(({ path }) => addressOf(path));
  let page = await Bun.file(join(HOME, 'web/index.html')).text();
  for (const name of ['boot', 'outline', 'style', 'main']) {
    const path = entries.find((entry) => entry.startsWith(`${ASSETS}${name}-`));
    if (!path) throw new Error(`the bundle lacks ${name}`);
    page = page.replace(`{${name}}`, path);
  }
  const languages = [...locales.keys()];
  const texts = await Promise.all(Array.from(locales, ([language, catalogs]) => packTexts(language, catalogs)));
  const metas = texts.map(({ path }, at) => `<meta name="texts" data-language="${languages[at]}" content="${path}">`);
  return { page: page.replace('{texts}', metas.join('\n')), files: [...files, ...texts] };
}

if (import.meta.main) await Bun.write(Bun.stdout, JSON.stringify(await bundleWeb()));
