import { readFileSync } from 'node:fs';
import { rawRequest, runConnection } from './client.ts';

/** Memory of a process in megabytes: what it holds now, or the most that it ever held. */
export function memoryMb(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const [, kilobytes] = new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  ) ?? ['', 'NaN'];
  return (Number(kilobytes) * 1024) / 1e6;
}

const CONNECTIONS = 8;

/** Visits each path once over a few connections that stay open; each must be answered with a 302. */
export async function visitEach(port: number, paths: Iterator<string>): Promise<void> {
  function next(): Buffer | undefined {
    const { value, done } = paths.next();
    return done ? undefined : Buffer.from(rawRequest(value, {}));
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, () => runConnection(port, next, '302')));
}
