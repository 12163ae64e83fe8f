import { serveTasks } from '../../src/app/on-demand-thread.ts';
import { type FetchTask, fetchPlainly } from '../../src/app/outbound-thread.ts';
import { isForbiddenAddress } from '../../src/lib/outbound/forbidden-address.ts';
import { createOutbound, OUTBOUND_LIMITS } from '../../src/lib/outbound/outbound.ts';

declare const self: Worker;

/** The server's outbound thread with other rules: 127.0.0.1 counts as public, on every port, and all names resolve to it. */
serveTasks(self, (task: FetchTask) => {
  // Simulates a bug that blocks the thread forever.
  if (task.href.endsWith('/hang')) while (true);
  if (task.href.endsWith('/exit')) process.exit(0);
  const ports = [Number(new URL(task.href).port)];
  const isForbidden = (address: string) => address !== '127.0.0.1' && isForbiddenAddress(address);
  const resolve = async () => ['127.0.0.1'];
  const { ownHosts } = task;
  return fetchPlainly(createOutbound({ resolve, isForbidden, ports, ownHosts, limits: OUTBOUND_LIMITS }), task);
});
