import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Glob } from 'bun';
import type { DashboardBundle, DashboardFile } from '../src/app/dashboard-bundle.ts';

const HOME = join(import.meta.dir, '..');
const ASSETS = '/app/assets/';
const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** All stylesheets of the dashboard: tokens and base styles first, then the kit, the frame, and the features. */
function styleEntry(): string {
  const all = [...new Glob('web/{ui,shell,features}/**/*.css').scanSync(HOME)].sort();
  const rank = (path: string) =>
    ['ui/tokens.css', 'ui/base.css', 'ui/', 'shell/', 'features/'].findIndex((part) => path.includes(part));
  return all
    .sort((left, right) => rank(left) - rank(right))
    .map((path) => `@import ${JSON.stringify(join(HOME, path))};`)
    .join('\n');
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

/** Bundles `web/` for browsers: the page, and its files with content hashes in their names. */
export async function bundleWeb(): Promise<DashboardBundle> {
  const style = join(HOME, 'web/style.css');
  const { outputs } = await Bun.build({
    entrypoints: [join(HOME, 'web/main.tsx'), join(HOME, 'web/theme-boot.ts'), style],
    files: { [style]: styleEntry() },
    target: 'browser',
    splitting: true,
    minify: true,
    publicPath: ASSETS,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
    // The font has its own URL, which the public pages share.
    external: ['/assets/*'],
  });
  const addressOf = (path: string) => ASSETS + path.replace(/^\.?\//, '');
  const files = await Promise.all(outputs.map((output) => pack(addressOf(output.path), output)));
  // Chunks that several features share are named after the first file too.
  const entries = outputs.filter(({ kind }) => kind !== 'chunk').map(({ path }) => addressOf(path));
  let page = await Bun.file(join(HOME, 'web/index.html')).text();
  for (const name of ['theme-boot', 'style', 'main']) {
    const path = entries.find((entry) => entry.startsWith(`${ASSETS}${name}-`));
    if (!path) throw new Error(`the bundle lacks ${name}`);
    page = page.replace(`{${name}}`, path);
  }
  return { page, files };
}

if (import.meta.main) await Bun.write(Bun.stdout, JSON.stringify(await bundleWeb()));
