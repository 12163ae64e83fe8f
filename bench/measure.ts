import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

// The kernel tells processor time in ticks of 10 ms.
const TICK_MS = 10;

/** Processor time that a process has used so far, in milliseconds. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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

/** Sends the same request over one connection, one after the other, until told to stop. */
function runConnection(port: number, request: string, next: () => boolean, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request));
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
      if (next()) socket.write(request);
      else socket.end(resolve);
    });
  });
}

/** What a load has cost. */
export interface Cost {
  requests: number;
  /** Processor time of the server for one request. */
  cpuMicros: number;
}

/** Sends so many requests over a few connections and tells what they cost the server. */
export async function measure(
  { port, pid }: { port: number; pid: number },
  request: string,
  { count, connections = 8, expected = '200' }: { count: number; connections?: number; expected?: string },
): Promise<Cost> {
  let left = count - connections;
  const next = () => left-- > 0;
  const beforeMs = cpuMs(pid);
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, request, next, expected)));
  return { requests: count, cpuMicros: ((cpuMs(pid) - beforeMs) * 1000) / count };
}

/** Warms the server up, then measures several times in turn with the others and keeps each one's median. */
export async function compare<Name extends string>(
  rounds: number,
  runs: Record<Name, () => Promise<Cost>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(runs) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const name of names) await runs[name]();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) samples[name].push((await runs[name]()).cpuMicros);
  }
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Object.fromEntries(names.map((name) => [name, median(samples[name])])) as Record<Name, number>;
}
