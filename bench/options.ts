import { parseArgs } from 'node:util';

/** The options of the command line; each benchmark reads those that concern it. */
export interface BenchOptions {
  /** How often each measurement is repeated. */
  rounds?: number;
}

/** The names of the benchmarks to run, and the options. */
interface CommandLine {
  names: string[];
  options: BenchOptions;
}

/** An option is missing or wrong; the message says which. */
export class UsageError extends Error {}

function parseNumber(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`--${name} must be a number above 0, not ${text}`);
  return number;
}

const numbers = ['rounds'] as const;

function parseWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads the command line; throws a UsageError if an option is unknown or has no valid value. */
export function readCommandLine(words: string[]): CommandLine {
  const { values, positionals } = parseWords(words);
  const options: BenchOptions = {};
  for (const name of numbers) {
    const text = values[name];
    if (text !== undefined) options[name] = parseNumber(name, text);
  }
  return { names: positionals, options };
}
