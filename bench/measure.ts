import { readFileSync } from 'node:fs';
import { runConnection, type Target } from './client.ts';
import { printProgress } from './progress.ts';

/** CPU time of a thread so far, in milliseconds; by default of the main thread, which serves the requests. */
export function cpuMs(pid: number, threadId = pid): number {
  const [ranNs] = readFileSync(`/proc/${pid}/task/${threadId}/schedstat`, 'utf8').split(' ');
  return Number(ranNs) / 1e6;
}

/** A limit that a result must meet. */
export interface Claim {
  text: string;
  /** The unit of the value; omitted for a ratio. */
  unit?: string;
  value: number;
  atMost?: number;
  atLeast?: number;
}

/** Measured values and the claims that they must meet. */
export interface Bench {
  title: string;
  unit: string;
  values: Record<string, number>;
  claims: Claim[];
}

/** The number of requests, the number of connections, and the expected status. */
export interface Load {
  count: number;
  connections?: number;
  expected: string;
}

/** A server that listens on this machine. */
export type Server = Target & { pid: number };

/** Returns the requests in rotation until the count is reached. */
function inTurn(requests: string | string[], count: number): () => Buffer | undefined {
  const ready = [requests].flat().map((request) => Buffer.from(request));
  let given = 0;
  return () => (given < count ? ready[given++ % ready.length] : undefined);
}

async function onEach({ connections = 8 }: Load, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: connections }, work));
}

/** Sends the requests in rotation over keep-alive connections; returns the CPU time of the serving thread in milliseconds. */
export async function sendAll(server: Server, requests: string | string[], load: Load): Promise<number> {
  const { pid } = server;
  const next = inTurn(requests, load.count);
  const beforeMs = cpuMs(pid);
  await onEach(load, () => runConnection(server, next, load.expected));
  return cpuMs(pid) - beforeMs;
}

/** Microseconds of CPU time of the serving thread for one request, over keep-alive connections. */
export async function measure(server: Server, requests: string | string[], load: Load): Promise<number> {
  return ((await sendAll(server, requests, load)) * 1000) / load.count;
}

/** Requests per second with one connection for each request. */
export async function measureNewConnections(server: Server, request: string, load: Load): Promise<number> {
  const next = inTurn(request, load.count);
  const startMs = performance.now();
  await onEach(load, async () => {
    for (let one = next(); one; one = next()) await runConnection(server, inTurn(request, 1), load.expected);
  });
  return (load.count * 1000) / (performance.now() - startMs);
}

/** The value below which this share of all values lies; 0.5 is the median. */
export function quantileOf(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** The median. */
export function medianOf(values: number[]): number {
  return quantileOf(values, 0.5);
}

/** Runs everything once to warm up, then in turns over several rounds; returns the median of each. */
export async function compare<Name extends string>(
  rounds: number,
  runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(runs) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  printProgress('warm-up');
  for (const name of names) await runs[name]();
  for (let round = 0; round < rounds; round += 1) {
    printProgress(`round ${round + 1} of ${rounds}`);
    for (const name of names) samples[name].push(await runs[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(samples[name])])) as Record<Name, number>;
}
