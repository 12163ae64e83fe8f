import { readFileSync } from 'node:fs';
import { rawRequest, runConnection } from './client.ts';

/** The memory of a process in megabytes: current or peak. */
export function memoryMb(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const [, kilobytes] = new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  ) ?? ['', 'NaN'];
  return (Number(kilobytes) * 1024) / 1e6;
}

const CONNECTIONS = 8;

/** Visits each path once over a few keep-alive connections; every response must be a 302. */
export async function visitEach(port: number, paths: Iterator<string>): Promise<void> {
  function next(): Buffer | undefined {
    const { value, done } = paths.next();
    return done ? undefined : Buffer.from(rawRequest(value, {}));
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, () => runConnection({ port }, next, '302')));
}
