import { ownCommand } from '../app/own-command.ts';
import { type RunningServer, startApp } from '../app/server.ts';
import { startWorkers } from '../app/workers.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { isExecutable } from '../config/version.ts';
import { createLog } from '../lib/log.ts';
import type { Command } from './command.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** How the user called this program: the executable by its path, a checkout through npx. */
function ownName(): string {
  return isExecutable ? process.argv0 : 'npx signpost';
}

async function welcome({ baseUrl, accounts }: Pick<RunningServer, 'baseUrl' | 'accounts'>): Promise<string> {
  const lines = [`Dashboard: ${baseUrl}/app   Documentation: ${baseUrl}/docs`];
  const isNew = !(await accounts.hasAny());
  if (isNew && !accounts.isSetUpOpen) {
    lines.push(
      '',
      'No administrator yet. Set OIDC_ADMIN_GROUP, or sign in with the identity provider and then run:',
      `  ${ownName()} user admin --email you@example.com`,
    );
  } else if (isNew) {
    lines.push(
      '',
      'No accounts yet. Create the administrator account here:',
      `  ${baseUrl}/setup?token=${accounts.setupToken}`,
      'or from the command line:',
      `  ${ownName()} user add --email you@example.com`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Runs the server until it receives a signal to stop. */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the server',
  options: {},

  async run() {
    if (process.platform === 'win32') {
      throw new ConfigError(
        'Signpost cannot serve on Windows itself: the journal of clicks needs memory-mapped files, which Bun does not have there. ' +
          'Run the Linux executable in WSL 2, or a container.',
      );
    }
    const config = readConfig();
    const log = createLog(config.logLevel, (line) => process.stdout.write(line));
    const runtime = { log, now: Date.now };
    const { workers } = config;
    const app =
      workers === 1
        ? await startApp(config, runtime)
        : await startWorkers(config, runtime, [...ownCommand(), 'worker']);
    stopOnSignals(log, () => app.stop());
    log.info('listening', { port: app.port, httpsPort: app.httpsPort, ...(workers > 1 && { workers }) });
    // This message is for people at a terminal. The log on standard output never contains the token.
    process.stderr.write(await welcome(app));
    return undefined;
  },
};
