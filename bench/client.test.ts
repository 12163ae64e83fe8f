import { expect, test } from 'bun:test';
import { createAnswerEnd } from './client.ts';

const head = (...lines: string[]) => ['HTTP/1.1 302 Found', ...lines, '', ''].join('\r\n');

test('a response ends after the body that its length announces', () => {
  const isEnd = createAnswerEnd('302');
  expect(isEnd(Buffer.from(`${head('Content-Length: 4')}ab`))).toBe(false);
  expect(isEnd(Buffer.from('cd'))).toBe(true);
  expect(isEnd(Buffer.from(head('Location: /')))).toBe(true);
});

test('a chunked response ends with its last chunk', () => {
  const isEnd = createAnswerEnd('302');
  expect(isEnd(Buffer.from(head('Transfer-Encoding: chunked')))).toBe(false);
  expect(isEnd(Buffer.from('2\r\nab\r\n'))).toBe(false);
  expect(isEnd(Buffer.from('0\r\n\r\n'))).toBe(true);
});

test('a response with another status is refused', () => {
  expect(() => createAnswerEnd('30')(Buffer.from('HTTP/1.1 404 Not Found\r\n\r\n'))).toThrow('404');
  expect(createAnswerEnd('30')(Buffer.from('HTTP/1.1 301 Moved Permanently\r\n\r\n'))).toBe(true);
});
