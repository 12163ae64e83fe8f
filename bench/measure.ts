import { readFileSync } from 'node:fs';
import { runConnection } from './client.ts';

/** Processor time that a thread of a process has used so far, in milliseconds; the first one is the one that serves. */
export function cpuMs(pid: number, threadId = pid): number {
  const [ranNs] = readFileSync(`/proc/${pid}/task/${threadId}/schedstat`, 'utf8').split(' ');
  return Number(ranNs) / 1e6;
}

/** A ratio that we hold ourselves to. */
export interface Claim {
  text: string;
  /** Of the value; a ratio where it is left out. */
  unit?: string;
  value: number;
  atMost?: number;
  atLeast?: number;
}

/** What was measured, and what it must show. */
export interface Bench {
  title: string;
  unit: string;
  values: Record<string, number>;
  claims: Claim[];
}

/** How much is sent, over how many connections, and the status that each answer must have. */
export interface Load {
  count: number;
  connections?: number;
  expected: string;
}

type Server = { port: number; pid: number };

/** Gives the requests one after the other, and begins again, until the count is used up. */
function inTurn(requests: string | string[], count: number): () => Buffer | undefined {
  const ready = [requests].flat().map((request) => Buffer.from(request));
  let given = 0;
  return () => (given < count ? ready[given++ % ready.length] : undefined);
}

async function onEach({ connections = 8 }: Load, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: connections }, work));
}

/** Microseconds of the serving thread's processor time for one request, over connections that stay open. */
export async function measure({ port, pid }: Server, requests: string | string[], load: Load): Promise<number> {
  const next = inTurn(requests, load.count);
  const beforeMs = cpuMs(pid);
  await onEach(load, () => runConnection(port, next, load.expected));
  return ((cpuMs(pid) - beforeMs) * 1000) / load.count;
}

/** Requests a second when each comes over a connection of its own. */
export async function measureNewConnections({ port }: Server, request: string, load: Load): Promise<number> {
  const next = inTurn(request, load.count);
  const startMs = performance.now();
  await onEach(load, async () => {
    for (let one = next(); one; one = next()) await runConnection(port, inTurn(request, 1), load.expected);
  });
  return (load.count * 1000) / (performance.now() - startMs);
}

/** The one in the middle. */
export function medianOf(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Warms every server up, then measures them in turn, round by round, and keeps each one's median. */
export async function compare<Name extends string>(
  rounds: number,
  runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(runs) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const name of names) await runs[name]();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) samples[name].push(await runs[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(samples[name])])) as Record<Name, number>;
}
