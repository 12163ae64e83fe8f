import { afterEach, expect, test } from 'bun:test';
import { stretched, waitUntil } from '../../test/support/wait.ts';
import { createLog } from '../lib/log.ts';
import { WebhookThread } from './webhook-thread.ts';

/** The program of a thread that reports its start as an accepted attempt, and runs `onWake` when it is woken. */
function writeProgram(onWake: string): URL {
  const text = `
    self.postMessage({ message: 'attempt', isAccepted: true });
    self.onmessage = ({ data: { command } }) => {
      if (command === 'stop') process.exit(0);
      if (command === 'ping') self.postMessage({ message: 'alive' });
      if (command === 'wake') { ${onWake} }
    };`;
  return new URL(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
}

const threads: WebhookThread[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

function start({ onWake = '', dueIn = 0 }: { onWake?: string; dueIn?: number } = {}) {
  const attempts: boolean[] = [];
  const logLines: string[] = [];
  const looks: number[] = [];
  const started = new WebhookThread({
    sending: {
      async listDue() {
        looks.push(Date.now());
        return [{ id: 1, dueAt: Date.now() + dueIn, isFailing: false, hasClicks: false }];
      },
    },
    onAttempt: (isAccepted) => attempts.push(isAccepted),
    now: Date.now,
    log: createLog('error', (line) => logLines.push(line)),
    program: writeProgram(onWake),
    hangsAfterMs: stretched(1_500),
  });
  threads.push(started);
  started.start();
  return { started, attempts, logLines, looks };
}

test('the thread starts when a delivery is due, and is woken after that', async () => {
  const { started, attempts } = start({ onWake: `self.postMessage({ message: 'attempt', isAccepted: false })` });
  await waitUntil('the thread has started', () => attempts.length === 1);
  started.wake();
  await waitUntil('there is a second attempt', () => attempts.length === 2);
  expect(attempts).toEqual([true, false]);
});

test('no thread starts for a delivery that is due later', async () => {
  const { started, attempts, looks } = start({ dueIn: 3_600_000 });
  started.wake();
  await waitUntil('it has looked for what is due', () => looks.length > 0);
  // A thread that starts later has started, so this one would have too.
  const later = start();
  await waitUntil('another thread has started', () => later.attempts.length === 1);
  expect(attempts).toEqual([]);
});

test('a thread that has ended is started again when something is due', async () => {
  const { started, attempts, logLines } = start({ onWake: 'process.exit(0)' });
  await waitUntil('the thread has started', () => attempts.length === 1);
  started.wake();
  await waitUntil('there is a second attempt', () => attempts.length === 2);
  expect([attempts, logLines]).toEqual([[true, true], []]);
});

test('a thread that hangs is replaced', async () => {
  const { started, attempts, logLines } = start({ onWake: 'for (;;);' });
  await waitUntil('the thread has started', () => attempts.length === 1);
  started.wake();
  await waitUntil('there is a second attempt', () => attempts.length === 2);
  expect(logLines).toEqual([expect.stringContaining('the webhook thread hangs')]);
});
