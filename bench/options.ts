import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The options of the command line; each benchmark reads the ones it needs. */
export interface BenchOptions {
  /** How often each measurement is repeated. */
  rounds?: number;
  seconds?: number;
  minutes?: number;
  /** Visits a second. */
  rate?: number;
  /** URLs to visit, and the processes that serve them. */
  urls: string[];
  pids: number[];
  /** A shell command that prints how many clicks are recorded. */
  clicksCommand?: string;
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

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

const numbers = ['rounds', 'seconds', 'minutes', 'rate'] as const;

function parseWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        minutes: { type: 'string' },
        rate: { type: 'string' },
        url: { type: 'string', multiple: true, default: [] },
        urls: { type: 'string' },
        pid: { type: 'string', multiple: true, default: [] },
        clicks: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads the command line; throws a UsageError if an option is unknown or has no valid value. */
export function readCommandLine(words: string[]): CommandLine {
  const { values, positionals } = parseWords(words);
  const options: BenchOptions = {
    urls: [...values.url, ...(values.urls ? readLines(values.urls) : [])],
    pids: values.pid.map((text) => parseNumber('pid', text)),
    ...(values.clicks && { clicksCommand: values.clicks }),
  };
  for (const name of numbers) {
    const text = values[name];
    if (text !== undefined) options[name] = parseNumber(name, text);
  }
  return { names: positionals, options };
}
