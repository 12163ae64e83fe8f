import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { growthOf, plotLines } from './plot.ts';
import { startSteadyVisits } from './steady-visits.ts';
import { startVisitedLinks, type VisitedLinks } from './visited-links.ts';
import { memoryMb } from './visits.ts';

const MINUTES = 30;
const RATE = 300;
const LINKS = 100;
const SAMPLES = 60;
const MAX_GROWTH = 1.1;

interface Measure {
  title: string;
  unit: string;
  /** Changes that are small compared with this do not count as growth. */
  floor: number;
  read(server: VisitedLinks): number | Promise<number>;
}

function sizeMb(folder: string, isIncluded: (name: string) => boolean): number {
  const names = readdirSync(folder).filter(isIncluded);
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;
}

const measures: Measure[] = [
  { title: 'memory', unit: 'MB', floor: 20, read: ({ pid }) => memoryMb(pid) },
  { title: 'open descriptors', unit: '', floor: 5, read: ({ pid }) => readdirSync(`/proc/${pid}/fd`).length },
  {
    title: 'lag of counting',
    unit: 's',
    floor: 5,
    read: async ({ readBacklog }) => (await readBacklog()).lagSeconds,
  },
  {
    title: 'store with its write-ahead log',
    unit: 'MB',
    floor: 10,
    read: ({ dataDir }) => sizeMb(dataDir, (name) => name.startsWith('signpost.db')),
  },
  {
    title: 'write-ahead log',
    unit: 'MB',
    floor: 5,
    read: ({ dataDir }) => sizeMb(dataDir, (name) => name === 'signpost.db-wal'),
  },
];

/** Samples every measure at equal intervals. */
async function sampleAll(server: VisitedLinks, minutes: number): Promise<number[][]> {
  const series: number[][] = measures.map(() => []);
  const startMs = performance.now();
  for (let number = 1; number <= SAMPLES; number += 1) {
    await Bun.sleep(Math.max(0, startMs + (number * minutes * 60_000) / SAMPLES - performance.now()));
    for (const [index, { read }] of measures.entries()) series[index]?.push(await read(server));
  }
  return series;
}

/**
 * Visits at a steady rate for half an hour: memory, descriptors, lag and store must not grow after the first minutes. The server keeps
 * no single clicks and the visitors return, so that the store reaches a stable size.
 */
export async function benchSoak({ minutes = MINUTES, rate = RATE }: BenchOptions): Promise<Bench[]> {
  const server = await startVisitedLinks(LINKS, { own: { CLICK_RETENTION_DAYS: '0' } });
  try {
    const visits = startSteadyVisits(server, rate);
    const series = await sampleAll(server, minutes);
    const sent = await visits.stop();
    await server.waitUntilCounted();
    const counted = await server.readCounted();
    if (counted !== sent) throw new Error(`${counted} of ${sent} visits were counted`);
    console.log(`\n${sent} visits, all counted; minutes: ${minutes}`);
    return measures.map(({ title, unit, floor }, index) => {
      const values = series[index] ?? [];
      const growth = growthOf(values, floor);
      console.log(
        [
          `\n${[title, unit].filter(Boolean).join(', ')}: ${growth <= MAX_GROWTH ? 'flat' : 'NOT FLAT'}`,
          ...plotLines(values),
        ].join('\n'),
      );
      return {
        title,
        unit,
        values: { 'at the start': values[0] ?? 0, 'at the end': values.at(-1) ?? 0, 'at most': Math.max(...values) },
        claims: [{ text: 'last quarter / second quarter', value: growth, atMost: MAX_GROWTH }],
      };
    });
  } finally {
    await server.stop();
  }
}
