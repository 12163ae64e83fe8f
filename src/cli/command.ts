import { parseArgs } from 'node:util';

/** One option of a command. */
export interface CommandOption {
  type: 'string' | 'boolean';
  means: string;
  isRequired?: boolean;
  /** May be given several times; its value is a list. */
  isList?: boolean;
}

type Options = Record<string, CommandOption>;

/** The value of each option. */
export type OptionValues = Record<string, string | boolean | string[] | undefined>;

/** The output of a command: text for people, JSON for scripts. */
export interface CommandOutput {
  text: string;
  json: unknown;
  exitCode?: number;
}

/** One command of the program; `run` returns its output, or nothing if it keeps running. */
export interface Command {
  name: string;
  summary: string;
  /** Hidden from the help: only the program itself starts it. */
  isHidden?: boolean;
  /** The one word that follows the name; `run` gets it under this name. */
  argument?: { name: string; means: string };
  options: Options;
  /** The exit code of a usage error, if 2 means something else; default: 2. */
  usageExitCode?: number;
  run(given: OptionValues): Promise<CommandOutput | undefined>;
}

/** The command line is invalid; exit code 2. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UsageError';
  }
}

const COMMON: Options = {
  json: { type: 'boolean', means: 'Print JSON, for scripts' },
  help: { type: 'boolean', means: 'Show this help' },
};

/** Parses the options of a command; throws a UsageError that names the invalid option. */
export function readOptions(command: Command, words: string[]): OptionValues {
  let given: OptionValues;
  try {
    const all = Object.entries({ ...command.options, ...COMMON });
    const options = Object.fromEntries(
      all.map(([name, { type, isList }]) => [name, { type, multiple: isList ?? false }]),
    );
    const { values, positionals } = parseArgs({
      args: words,
      options,
      allowPositionals: command.argument !== undefined,
    });
    given = values as OptionValues;
    if (command.argument) {
      if (positionals.length > 1) throw new Error(`unexpected argument '${positionals[1]}'`);
      const [word] = positionals;
      if (word !== undefined) given = { ...given, [command.argument.name]: word };
    }
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'invalid options');
  }
  if (given.help) return given;
  const { argument } = command;
  if (argument && given[argument.name] === undefined)
    throw new UsageError(`${argument.name.toUpperCase()} is required`);
  for (const [name, { isRequired }] of Object.entries(command.options)) {
    if (isRequired && given[name] === undefined) throw new UsageError(`--${name} is required`);
  }
  return given;
}

/** Formats the help of one command. */
export function describeCommand({ name, summary, argument, options }: Command): string {
  const word = argument
    ? `\n\nUsage: signpost ${name} ${argument.name.toUpperCase()}\n  ${argument.name.toUpperCase().padEnd(24)}${argument.means}`
    : '';
  const lines = Object.entries({ ...options, ...COMMON }).map(([option, { type, means, isRequired }]) => {
    const form = `--${option}${type === 'string' ? ` ${option.toUpperCase()}` : ''}`;
    return `  ${form.padEnd(23)} ${means}${isRequired ? ' (required)' : ''}`;
  });
  return `signpost ${name}: ${summary}${word}\n\nOptions:\n${lines.join('\n')}`;
}

/** Formats the help of the whole program. */
export function describeProgram(commands: Command[], version: string): string {
  const shown = commands.filter(({ isHidden }) => !isHidden);
  const lines = shown.map(({ name, summary }) => `  ${name.padEnd(17)}${summary}`);
  return [
    `Signpost ${version}: a self-hosted link-management platform in one program.`,
    '',
    'Usage: signpost COMMAND [OPTIONS]',
    '',
    lines.join('\n'),
    '',
    'Run `signpost COMMAND --help` for the options of a command. Configuration comes from environment variables; see docs/configuration.md.',
    'Exit codes: 0 success, 1 failure, 2 invalid usage; for apply and dump, 1 is any error, and 2 is a plan with changes.',
  ].join('\n');
}
