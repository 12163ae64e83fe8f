import { afterEach, expect, test } from 'bun:test';
import { makeLogo } from '../../test/support/code-samples.ts';
import { scanFile } from '../../test/support/qr-visitor.ts';
import { createLog } from '../lib/log.ts';
import { DrawingThread } from './drawing-thread.ts';

let thread: DrawingThread;

afterEach(() => thread.stop());

test('many pictures at once come back from the thread to the right callers', async () => {
  thread = new DrawingThread(createLog('error', () => {}));
  const contents = Array.from({ length: 8 }, (_, index) => `Grüße ${index} 🦊`);
  const files = await Promise.all(
    contents.map((content) => thread.draw({ content, size: 200, logo: { bytes: makeLogo() } }, 'png')),
  );
  expect(files.map(scanFile)).toEqual(contents);
  expect(Buffer.from(await thread.draw({ content: 'x' }, 'svg')).toString()).toStartWith('<svg');
});

test('preview pictures are drawn on the same thread', async () => {
  thread = new DrawingThread(createLog('error', () => {}));
  const card = { title: 'Spring sale', address: 'sgn.example/spring', code: { content: 'on the card' } };
  const [drawn, beside] = await Promise.all([thread.drawCard(card), thread.draw({ content: 'beside' }, 'png')]);
  expect([scanFile(drawn), scanFile(beside)]).toEqual(['on the card', 'beside']);
});

test('a picture that cannot be drawn does not affect others', async () => {
  thread = new DrawingThread(createLog('error', () => {}));
  const bad = thread.draw({ content: 'x'.repeat(10_000) }, 'png');
  const good = thread.draw({ content: 'x' }, 'pdf');
  await expect(bad).rejects.toThrow('could not be drawn');
  expect(Buffer.from(await good).toString('latin1')).toStartWith('%PDF');
});

test('stopping rejects the waiting calls, and the next picture starts the thread again', async () => {
  thread = new DrawingThread(createLog('error', () => {}));
  const waiting = thread.draw({ content: 'x' }, 'png');
  thread.stop();
  await expect(waiting).rejects.toThrow('stopped');
  expect(scanFile(await thread.draw({ content: 'again', size: 200 }, 'png'))).toBe('again');
});

test('drawing a large picture does not block this thread', async () => {
  thread = new DrawingThread(createLog('error', () => {}));
  await thread.draw({ content: 'x' }, 'png');
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await thread.draw({ content: 'x', size: 4_096, gradient: { to: [90, 0, 0] } }, 'png');
  clearInterval(timer);
  // Drawn on this thread, it would block the event loop.
  expect(turns).toBeGreaterThan(5);
});
