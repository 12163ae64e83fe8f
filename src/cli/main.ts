import { BackupError } from '../backup/backup-error.ts';
import { ConfigError } from '../config/config.ts';
import { version } from '../config/version.ts';
import { actAs } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { MigrationError, NewerSchemaError } from '../db/migrate.ts';
import {
  type Command,
  describeCommand,
  describeProgram,
  type OptionValues,
  readOptions,
  UsageError,
} from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { commands } from './commands.ts';

async function findCommand(words: string[]): Promise<{ command: Command; rest: string[] } | undefined> {
  for (const [name, load] of Object.entries(commands)) {
    const parts = name.split(' ');
    if (parts.every((part, index) => words[index] === part)) {
      return { command: await load(), rest: words.slice(parts.length) };
    }
  }
  return undefined;
}

async function describeAll(): Promise<string> {
  return describeProgram(await Promise.all(Object.values(commands).map((load) => load())), version);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(error: Error, isJson: boolean): void {
  const fields = error instanceof AppError && error.fields.length > 0 ? { errors: error.fields } : {};
  const details = error instanceof CommandFailure && error.details.length > 0 ? { details: error.details } : {};
  const lines = [`signpost: ${error.message}`, ...(details.details ?? [])];
  process.stderr.write(
    isJson
      ? `${JSON.stringify({ error: 1, message: error.message, ...fields, ...details })}\n`
      : `${lines.join('\n')}\n`,
  );
}

/** Whether the message explains the failure to a user. Any other error is a bug and is printed with its stack. */
function isExplained(error: unknown): error is Error {
  const kinds = [ConfigError, UsageError, CommandFailure, AppError, NewerSchemaError, MigrationError, BackupError];
  return kinds.some((kind) => error instanceof kind);
}

async function run(words: string[]): Promise<number> {
  if (words.length === 0 || ['--help', '-h', 'help'].includes(words[0] ?? '')) {
    print(await describeAll());
    return words.length === 0 ? 2 : 0;
  }
  if (words[0] === '--version') {
    print(version);
    return 0;
  }
  const isJson = words.includes('--json');
  let usageExitCode = 2;
  try {
    const found = await findCommand(words);
    if (!found)
      throw new UsageError(`unknown command '${words.slice(0, 2).join(' ')}'; run signpost --help for a list`);
    usageExitCode = found.command.usageExitCode ?? usageExitCode;
    const given: OptionValues = readOptions(found.command, found.rest);
    if (given.help) {
      print(describeCommand(found.command));
      return 0;
    }
    const { command } = found;
    const output = await actAs({ name: `signpost ${command.name}` }, () => command.run(given));
    if (output) print(isJson ? JSON.stringify(output.json) : output.text);
    return output?.exitCode ?? 0;
  } catch (error) {
    if (!isExplained(error)) throw error;
    complain(error, isJson);
    // Exits explicitly: an open thread or worker connection would keep the process alive.
    process.exit(error instanceof UsageError ? usageExitCode : 1);
  }
}

// Files that this process creates, above all the store, are readable only by its user.
process.umask(0o077);

process.exitCode = await run(process.argv.slice(2));
