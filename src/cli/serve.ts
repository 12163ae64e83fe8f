import { type App, startApp } from '../app/server.ts';
import { readConfig } from '../config/config.ts';
import { isExecutable } from '../config/version.ts';
import { createLog } from '../lib/log.ts';
import type { Command } from './command.ts';

/** How this program was called: the executable by its path, the checkout through npx. */
function ownName(): string {
  return isExecutable ? process.argv0 : 'npx signpost';
}

async function welcome(app: App): Promise<string> {
  const { baseUrl } = app;
  const lines = [`Signpost is at ${baseUrl}/app, its API is described at ${baseUrl}/docs`];
  if (!(await app.services.accounts.hasAny())) {
    lines.push(
      '',
      'Nobody has an account yet. Make the administrator here, once:',
      `  ${baseUrl}/setup?token=${app.services.accounts.setupToken}`,
      'or on this machine:',
      `  ${ownName()} user add --email you@example.com --password 'a long one'`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Runs the server until it is told to stop. */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the server',
  options: {},

  async run() {
    const config = readConfig();
    const log = createLog(config.logLevel, (line) => process.stdout.write(line));
    const app = await startApp(config, { log, now: Date.now });
    log.info('listening', { port: app.port });
    // People read this on the terminal; the log on standard output stays free of the token.
    process.stderr.write(await welcome(app));

    let isStopping = false;
    async function stop(signal: string): Promise<void> {
      if (isStopping) return;
      isStopping = true;
      log.info('stopping', { signal });
      await app.stop();
      log.info('stopped');
      process.exit(0);
    }
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGINT', () => stop('SIGINT'));
    return undefined;
  },
};
