import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** Processor time that a thread of a process has used so far, in milliseconds; the first one is the one that serves. */
export function cpuMs(pid: number, threadId = pid): number {
  const [ranNs] = readFileSync(`/proc/${pid}/task/${threadId}/schedstat`, 'utf8').split(' ');
  return Number(ranNs) / 1e6;
}

/** A request as it goes over the wire. */
export function rawRequest(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

const HEAD_END = '\r\n\r\n';

/** Where the first whole answer in the text ends; -1 while it is not all there. */
function answerEnd(text: string): number {
  const head = text.indexOf(HEAD_END);
  if (head < 0) return -1;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? '0';
  const end = head + HEAD_END.length + Number(length);
  return text.length >= end ? end : -1;
}

/** Sends requests over one connection, one after the other, until told to stop. */
function runConnection(port: number, request: () => string, next: () => boolean, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request()));
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = answerEnd(text);
      if (end < 0) return;
      if (!text.startsWith(`HTTP/1.1 ${expected}`)) {
        socket.destroy();
        reject(new Error(`answered ${text.slice(0, 60)}`));
        return;
      }
      text = text.slice(end);
      if (next()) socket.write(request());
      else socket.end(resolve);
    });
  });
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

/** Runs the work on a few connections until the count is used up. */
async function share({ count, connections = 8 }: Load, work: (next: () => boolean) => Promise<void>): Promise<void> {
  let left = count - connections;
  const next = () => left-- > 0;
  await Promise.all(Array.from({ length: connections }, () => work(next)));
}

/** Gives the requests one after the other, and begins again. */
function inTurn(requests: string | string[]): () => string {
  if (typeof requests === 'string') return () => requests;
  let index = 0;
  return () => requests[index++ % requests.length] ?? '';
}

/** Microseconds of the serving thread's processor time for one request, over connections that stay open. */
export async function measure({ port, pid }: Server, requests: string | string[], load: Load): Promise<number> {
  const request = inTurn(requests);
  const beforeMs = cpuMs(pid);
  await share(load, (next) => runConnection(port, request, next, load.expected));
  return ((cpuMs(pid) - beforeMs) * 1000) / load.count;
}

/** Requests a second when each comes over a connection of its own. */
export async function measureNewConnections({ port }: Server, request: string, load: Load): Promise<number> {
  const startMs = performance.now();
  await share(load, async (next) => {
    do
      await runConnection(
        port,
        () => request,
        () => false,
        load.expected,
      );
    while (next());
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
