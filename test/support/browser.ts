import { type Browser, chromium } from 'playwright-core';
import { installPackages } from '../../scripts/packages.ts';

// Chromium has no sandbox when it runs as root. The other flags stop its own requests to the network.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

// Chromium without a user interface: the same engine for two thirds of the processor time.
const PROGRAM = 'chromium-headless-shell';

/** Starts Debian's Chromium in headless mode. */
export async function openBrowser(flags: string[] = [], program = PROGRAM): Promise<Browser> {
  if (program === PROGRAM) await installPackages([PROGRAM]);
  return chromium.launch({ executablePath: Bun.which(program) ?? `/usr/bin/${program}`, args: [...FLAGS, ...flags] });
}
