import { hostname } from 'node:os';
import type { Db } from '../db/db.ts';
import { type Lease, releaseLease, takeLease } from '../db/lease.ts';
import type { Clock } from '../lib/date-time.ts';
import { interruptCommands } from './import.store.ts';
import { toReason } from './import.ts';
import { importInterrupted, importRunning } from './source-failures.ts';

const HOLD_MS = 20_000;
const RENEW_MS = 5_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a lease belongs to a process of this machine that has ended. */
export function isLeft(holder: string): boolean {
  const [host, pid] = holder.split(' ');
  return host === hostname() && Number(pid) > 0 && Number(pid) !== process.pid && !isAlive(Number(pid));
}

/** Whether a process imports into the workspace. */
export async function isImporting(db: Db, owner: number, now: number): Promise<boolean> {
  const lease = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', `import ${owner}`)
    .where('held_until', '>', now)
    .executeTakeFirst();
  return lease !== undefined && !isLeft(lease.holder);
}

/** Runs the work while no other process imports into the workspace; throws `importRunning` if one does. */
export async function withImportLease<T>(db: Db, owner: number, now: Clock, work: () => Promise<T>): Promise<T> {
  const lease: Lease = { name: `import ${owner}`, holder: `${hostname()} ${process.pid} ${crypto.randomUUID()}` };
  const found = await db.selectFrom('leases').select('holder').where('name', '=', lease.name).executeTakeFirst();
  if (found && isLeft(found.holder)) await releaseLease(db, { name: lease.name, holder: found.holder });
  if (!(await takeLease(db, lease, now(), HOLD_MS))) throw importRunning();
  const timer = setInterval(() => {
    // The next renewal tries again.
    takeLease(db, lease, now(), HOLD_MS).catch(() => {});
  }, RENEW_MS);
  try {
    // Only the holder of the lease imports, so the command of any other such run has ended.
    await interruptCommands(db, owner, toReason(importInterrupted()), now());
    return await work();
  } finally {
    clearInterval(timer);
    await releaseLease(db, lease);
  }
}
