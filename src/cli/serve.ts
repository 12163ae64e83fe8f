import { type App, startApp } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import { createLog } from '../lib/log.ts';
import type { Command } from './command.ts';

async function welcome(app: App, baseUrl: string): Promise<string> {
  const lines = [`Signpost is at ${baseUrl}, its API is described at ${baseUrl}/docs`];
  if (!(await app.services.accounts.hasAny())) {
    lines.push(
      '',
      'Nobody has an account yet. Make the administrator here, once:',
      `  ${baseUrl}/setup?token=${app.services.accounts.setupToken}`,
      'or on this machine:',
      "  npx signpost user add --email you@example.com --password 'a long one'",
    );
  }
  return `${lines.join('\n')}\n`;
}

function addressOf(config: Config, port: number): string {
  return config.isBaseUrlSet ? config.baseUrl : `http://localhost:${port}`;
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
    process.stderr.write(await welcome(app, addressOf(config, app.port)));

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
