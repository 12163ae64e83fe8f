import type { Running } from './click-scenarios.ts';
import { type Condition, type Disturbance, descriptions, MOST_WORSE } from './conditions.ts';
import type { Bench, Claim } from './measure.ts';

export const REDIRECT = 'redirect, plain link';
export const MIX = 'redirect, a mix of visitors';
export const APPEND = 'append';
export const BUN = 'bare Bun, a request';
export const SQLITE = 'SQLite, 1,000 links by Zipf';
export const WITH_OLDER = 'SQLite, the same, with clicks of two earlier days';
export const LONG_TAIL = 'SQLite, each of 100,000 links once';
export const ONE_LINK = 'SQLite, one link';
export const POSTGRES = 'PostgreSQL, 1,000 links by Zipf';

// What bare Bun took for a request on the machine where the goals in microseconds were set.
const BUN_US = 11;
const POSTGRES_RATE = 30_000;

/** Each scenario, measured under each condition. */
export interface Measured {
  /** Nanoseconds of the serving thread to append a click to the journal. */
  appendNs: number;
  running: Record<string, Running>;
  /** Microseconds of the serving thread for a redirect, also of a server that does nothing else. */
  redirects: Record<string, number>;
  /** Microseconds of the counting thread for a click. */
  cpu: Record<Condition, Record<string, number>>;
}

function perSecond({ running }: Measured, condition: Condition): Record<string, number> {
  return Object.fromEntries(
    Object.entries(running).map(([name, { sumOf }]) => {
      return [name, (sumOf('clicks', condition) * 1000) / sumOf('wallMs', condition)];
    }),
  );
}

/** The cost of appending a click to the journal. */
export function reportAppend({ appendNs }: Measured): Bench {
  return {
    title: 'a click kept in the journal',
    unit: 'ns',
    values: { [APPEND]: appendNs },
    claims: [{ text: APPEND, unit: ' ns', value: appendNs, atMost: 700 }],
  };
}

/** Converts the costs by proportion: a slow processor takes longer for bare Bun too. */
export function reportConverted(measured: Measured): Bench {
  const { appendNs, redirects, cpu } = measured;
  const times = (redirects[BUN] ?? 0) / BUN_US;
  const costs: Record<string, number> = { [APPEND]: appendNs / 1000, ...cpu.quiet };
  const goals = { [APPEND]: 0.7, [SQLITE]: 15, [LONG_TAIL]: 35, [POSTGRES]: 20 };
  const claims: Claim[] = Object.entries(goals)
    .filter(([name]) => name in costs)
    .map(([name, atMost]) => ({ text: name, unit: ' µs', value: (costs[name] ?? 0) / times, atMost }));
  const { [POSTGRES]: rate } = perSecond(measured, 'quiet');
  if (rate !== undefined) claims.push({ text: POSTGRES, unit: ' 1/s', value: rate * times, atLeast: POSTGRES_RATE });
  return { title: `the same where bare Bun takes ${BUN_US} µs, by proportion`, unit: '', values: {}, claims };
}

/** The cost of counting on the quiet machine, and the goals for it. */
export function reportQuiet(measured: Measured): Bench[] {
  const { running, redirects, cpu } = measured;
  const { [SQLITE]: sqliteUs = 0, [LONG_TAIL]: longTailUs = 0, [POSTGRES]: postgresUs } = cpu.quiet;
  const { [POSTGRES]: postgresRate } = perSecond(measured, 'quiet');
  const allCpu = Object.entries(running).map(([name, { sumOf }]) => {
    return [name, (sumOf('allCpuMs', 'quiet') * 1000) / sumOf('clicks', 'quiet')];
  });
  return [
    {
      title: 'CPU per click, of the thread that counts',
      unit: 'µs',
      values: { ...redirects, ...cpu.quiet },
      claims: [
        { text: 'SQLite / redirect', value: sqliteUs / (redirects[REDIRECT] ?? 0), atMost: 0.75 },
        { text: SQLITE, unit: ' µs', value: sqliteUs, atMost: 15 },
        { text: LONG_TAIL, unit: ' µs', value: longTailUs, atMost: 35 },
        ...(postgresUs === undefined ? [] : [{ text: POSTGRES, unit: ' µs', value: postgresUs, atMost: 20 }]),
        { text: 'clicks a second of one core', unit: ' 1/s', value: 1e6 / sqliteUs, atLeast: 50_000 },
      ],
    },
    { title: 'CPU per click, all threads', unit: 'µs', values: Object.fromEntries(allCpu), claims: [] },
    {
      title: 'clicks a second, with all waiting',
      unit: '1/s',
      values: perSecond(measured, 'quiet'),
      claims:
        postgresRate === undefined
          ? []
          : [{ text: POSTGRES, unit: ' 1/s', value: postgresRate, atLeast: POSTGRES_RATE }],
    },
  ];
}

/** Compares a condition with the quiet machine. */
export function reportCondition(measured: Measured, condition: Disturbance): Bench[] {
  const { cpu } = measured;
  const [quietRates, rates] = [perSecond(measured, 'quiet'), perSecond(measured, condition)];
  const claims: Claim[] = [SQLITE, LONG_TAIL, POSTGRES]
    .filter((name) => name in cpu.quiet)
    .map((name) => {
      const value = (cpu[condition][name] ?? 0) / (cpu.quiet[name] ?? 0);
      return { text: `${name} / quiet`, value, atMost: MOST_WORSE };
    });
  const slower = (quietRates[POSTGRES] ?? 0) / (rates[POSTGRES] ?? 1);
  return [
    { title: `CPU per click, ${descriptions[condition]}`, unit: 'µs', values: cpu[condition], claims },
    {
      title: `clicks a second, ${descriptions[condition]}`,
      unit: '1/s',
      values: rates,
      claims: POSTGRES in rates ? [{ text: `${POSTGRES}, quiet / now`, value: slower, atMost: MOST_WORSE }] : [],
    },
  ];
}
