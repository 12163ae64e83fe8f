import { expect, test } from 'bun:test';
import { readCommandLine, UsageError } from './options.ts';

test('names and options are read from the command line', () => {
  const words = [
    'peers',
    '--url',
    'http://a/1',
    '--url',
    'http://a/2',
    '--pid',
    '7',
    '--seconds',
    '0.5',
    '--clicks',
    'echo 1',
  ];
  expect(readCommandLine(words)).toEqual({
    names: ['peers'],
    options: { urls: ['http://a/1', 'http://a/2'], pids: [7], seconds: 0.5, clicksCommand: 'echo 1' },
  });
});

test('an unknown option and a value that is not a number above 0 are refused', () => {
  for (const words of [['--nothing'], ['--rounds', 'two'], ['--minutes', '0'], ['--pid', '']]) {
    expect(() => readCommandLine(words)).toThrow(UsageError);
  }
});
