import { afterEach, expect, test } from 'bun:test';
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

let thread: WebhookThread | undefined;
afterEach(async () => {
  await thread?.close();
});

function start({ onWake = '', dueIn = 0 }: { onWake?: string; dueIn?: number } = {}) {
  const attempts: boolean[] = [];
  const logLines: string[] = [];
  const started = new WebhookThread({
    sending: { listDue: async () => [{ id: 1, dueAt: Date.now() + dueIn, isFailing: false, hasClicks: false }] },
    onAttempt: (isAccepted) => attempts.push(isAccepted),
    now: Date.now,
    log: createLog('error', (line) => logLines.push(line)),
    program: writeProgram(onWake),
    hangsAfterMs: 1_500,
  });
  thread = started;
  started.start();
  return { started, attempts, logLines };
}

async function waitFor(isDone: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !isDone(); await Bun.sleep(10))
    if (performance.now() > end) throw new Error('this did not happen');
}

test('the thread starts when a delivery is due, and is woken after that', async () => {
  const { started, attempts } = start({ onWake: `self.postMessage({ message: 'attempt', isAccepted: false })` });
  await waitFor(() => attempts.length === 1);
  started.wake();
  await waitFor(() => attempts.length === 2);
  expect(attempts).toEqual([true, false]);
});

test('no thread starts for a delivery that is due later', async () => {
  const { started, attempts } = start({ dueIn: 3_600_000 });
  started.wake();
  await Bun.sleep(300);
  expect(attempts).toEqual([]);
});

test('a thread that has ended is started again when something is due', async () => {
  const { started, attempts, logLines } = start({ onWake: 'process.exit(0)' });
  await waitFor(() => attempts.length === 1);
  started.wake();
  await waitFor(() => attempts.length === 2);
  expect([attempts, logLines]).toEqual([[true, true], []]);
});

test('a thread that hangs is replaced', async () => {
  const { started, attempts, logLines } = start({ onWake: 'for (;;);' });
  await waitFor(() => attempts.length === 1);
  started.wake();
  await waitFor(() => attempts.length === 2);
  expect(logLines).toEqual([expect.stringContaining('the webhook thread hangs')]);
});
