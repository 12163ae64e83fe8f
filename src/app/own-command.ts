import { isExecutable } from '../config/version.ts';

/** The command line that starts another process of this program. */
export function ownCommand(): string[] {
  return isExecutable ? [process.execPath] : [process.execPath, ...process.execArgv, Bun.main];
}
