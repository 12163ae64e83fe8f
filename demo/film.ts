import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { newFolder } from '../test/support/engines.ts';
import { words } from '../test/support/words.ts';
import { ADDRESS, startDemo } from './demo-server.ts';

const SIZE = { width: 1040, height: 650 };
const DESTINATION = 'https://shop.example.com/autumn?utm_source=poster';

interface Frame {
  file: string;
  /** How long the frame is shown, in hundredths of a second. */
  lasts: number;
}

/** Records a page as a list of frames. */
function createCamera(page: Page, folder: string) {
  const frames: Frame[] = [];
  async function take(lasts: number): Promise<void> {
    const file = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
    await page.screenshot({ path: file });
    frames.push({ file, lasts });
  }
  /** Types at human speed, with a frame for every few letters. */
  async function type(selector: string, text: string, step = 4): Promise<void> {
    await page.focus(selector);
    for (let at = 0; at < text.length; at += step) {
      await page.keyboard.type(text.slice(at, at + step));
      await take(7);
    }
  }
  return { frames, take, type };
}

async function encode(frames: Frame[], file: string): Promise<void> {
  const convert = Bun.which('convert');
  if (!convert) throw new Error('The film is put together by ImageMagick: apt-get install imagemagick');
  const parts = frames.flatMap(({ file: frame, lasts }) => ['-delay', String(lasts), frame]);
  const small = ['-resize', '832x', '-colors', '96', '+dither', '-layers', 'OptimizePlus', '-loop', '0'];
  const child = Bun.spawn([convert, ...parts, ...small, file], { stdout: 'inherit', stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error('The film could not be put together.');
}

/** Records the first minute on an empty server: setup, pasting a URL, copying the link, and the first live clicks. */
export async function filmFirstMinute(file: string): Promise<void> {
  const { browser, server, close } = await startDemo({ DATA_DIR: newFolder(), BASE_URL: ADDRESS });
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', locale: 'en-GB' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const folder = mkdtempSync(join(tmpdir(), 'signpost-film-'));
  const { frames, take, type } = createCamera(page, folder);
  const [setup = ''] = /\/setup\?token=\S+/.exec(server.output.stderr) ?? [];

  await page.goto(ADDRESS + setup);
  await take(90);
  await type('#email', 'you@example.com');
  await type('#username', 'you', 3);
  await type('#password', 'a long password', 8);
  await take(40);
  await page.click('button');
  await page.getByRole('heading', { name: words.shell.firstKey.title }).waitFor();
  await page.waitForTimeout(500);
  await take(120);
  await page.getByRole('button', { name: words.ui.close, exact: true }).last().click();
  await page.locator('.home-first').waitFor();
  await take(110);
  await type('.home-first input', DESTINATION, 5);
  await take(50);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/links\/\d+$/);
  await page.waitForTimeout(1_000);
  await take(150);
  const { pathname } = await page.evaluate<{ pathname: string }>(
    'navigator.clipboard.readText().then((text) => ({ pathname: new URL(text).pathname }))',
  );
  const agents = ['iPhone; CPU iPhone OS 18_1 like Mac OS X', 'Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'];
  for (const agent of agents) {
    const headers = { 'User-Agent': `Mozilla/5.0 (${agent}) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15` };
    await server.fetch(pathname, { redirect: 'manual', headers });
    await page.waitForTimeout(2_300);
    await take(90);
  }
  await take(200);
  await encode(frames, file);
  rmSync(folder, { recursive: true, force: true });
  await close();
}
