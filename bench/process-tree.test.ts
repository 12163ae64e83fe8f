import { expect, test } from 'bun:test';
import { treeCpuMs } from './process-tree.ts';

const BUSY = 'i=0; while [ $i -lt 500000 ]; do i=$((i + 1)); done';

test('the CPU time of a process contains that of its children, running or ended', async () => {
  // The shell waits for a child that works, then reads a line, so it has used almost no CPU time itself.
  const child = Bun.spawn(['sh', '-c', `sh -c '${BUSY}'; echo done; read line`], { stdin: 'pipe', stdout: 'pipe' });
  await child.stdout.getReader().read();
  expect(treeCpuMs([child.pid])).toBeGreaterThan(30);
  expect(treeCpuMs([process.pid])).toBeGreaterThanOrEqual(treeCpuMs([child.pid]));
  child.stdin.end();
  await child.exited;
});

test('a process that does not exist is refused', () => {
  expect(() => treeCpuMs([2 ** 30])).toThrow('There is no process');
});
