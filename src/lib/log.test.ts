import { expect, test } from 'bun:test';
import { createLog } from './log.ts';

function logTo(level: 'debug' | 'warn') {
  const lines: string[] = [];
  return {
    lines,
    log: createLog(
      level,
      (line) => lines.push(line),
      () => 0,
    ),
  };
}

test('newlines and escape codes stay inside one JSON line', () => {
  const { lines, log } = logTo('debug');
  log.info('hit', { agent: 'a\nb\u001b[31mc\r' });
  expect(lines).toHaveLength(1);
  for (const code of ['\n', '\r', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(code);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    message: 'hit',
    agent: 'a\nb\u001b[31mc\r',
  });
});

test('messages below the level are not written', () => {
  const { lines, log } = logTo('warn');
  log.info('quiet');
  log.error('loud', { error: new Error('why') });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '').error.message).toBe('why');
});
