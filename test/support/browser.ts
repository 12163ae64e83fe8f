import { type Browser, chromium } from 'playwright-core';
import { installPackages } from '../../scripts/packages.ts';

// Chromium has no sandbox when it runs as root. The flags after it stop its own requests to the network.
// Pages of a browser context share one process and the code that it has compiled.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--renderer-process-limit=1',
];

// Chromium without a user interface: the same engine for two thirds of the processor time.
const PROGRAM = 'chromium-headless-shell';

/** Starts Debian's Chromium in headless mode with flags of its own; the caller closes it. */
export async function launchBrowser(flags: string[] = [], program = PROGRAM): Promise<Browser> {
  if (program === PROGRAM) await installPackages([PROGRAM]);
  return chromium.launch({ executablePath: Bun.which(program) ?? `/usr/bin/${program}`, args: [...FLAGS, ...flags] });
}

async function launchSharedBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  browser.once('disconnected', () => {
    shared = undefined;
  });
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The browser that all tests of this process share. Nobody closes it: it ends when its pipe to this process does. */
export function openBrowser(): Promise<Browser> {
  shared ??= launchSharedBrowser();
  return shared;
}
