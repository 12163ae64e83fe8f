import { type Browser, chromium } from 'playwright-core';

// As root Chromium has no sandbox of its own; the rest keeps it from calling its maker.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** Debian's Chromium without a window. */
export function openBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: Bun.which('chromium') ?? '/usr/bin/chromium', args: [...FLAGS, ...flags] });
}
