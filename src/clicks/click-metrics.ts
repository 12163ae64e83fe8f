import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../lib/date-time.ts';
import type { BatchReport } from './consumer.ts';
import type { Journal } from './journal.ts';

/** Metrics of clicks from the journal to the store. */
export interface ClickMetrics {
  observe(report: BatchReport): void;
  /** Reports on this journal from now on. */
  watch(journal: Journal): void;
}

/** Registers metrics of counted, dropped and waiting clicks. */
export function createClickMetrics(registry: Registry, now: Clock): ClickMetrics {
  const registers = [registry];
  let journal: Journal | undefined;
  let countedOwn = 0;
  let lastAt = 0;
  let reportedDropped = 0;

  const counted = new Counter({
    name: 'signpost_clicks_counted_total',
    help: 'Counted clicks, by people and by bots.',
    labelNames: ['kind'],
    registers,
  });
  const dropped = new Counter({
    name: 'signpost_clicks_dropped_total',
    help: 'Clicks that were not counted: the disk was full, the link was deleted, or the record was unreadable.',
    labelNames: ['reason'],
    registers,
    collect() {
      const all = journal?.dropped ?? 0;
      this.inc({ reason: 'no_room' }, all - reportedDropped);
      reportedDropped = all;
    },
  });
  for (const kind of ['people', 'bots']) counted.inc({ kind }, 0);
  for (const reason of ['no_room', 'deleted', 'unreadable']) dropped.inc({ reason }, 0);

  function waiting(): number {
    return journal ? Math.max(0, journal.written + journal.waiting - countedOwn) : 0;
  }

  new Gauge({
    name: 'signpost_clicks_waiting',
    help: 'Recorded clicks that are not counted yet.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  new Gauge({
    name: 'signpost_clicks_lag_seconds',
    help: 'Age of the newest counted click while others are waiting.',
    registers,
    collect() {
      this.set(waiting() > 0 && lastAt > 0 ? Math.max(0, (now() - lastAt) / 1000) : 0);
    },
  });

  return {
    observe(report) {
      counted.inc({ kind: 'people' }, report.people);
      counted.inc({ kind: 'bots' }, report.bots);
      dropped.inc({ reason: 'deleted' }, report.orphans);
      dropped.inc({ reason: 'unreadable' }, report.broken);
      if (!report.isOwn) return;
      countedOwn += report.records;
      lastAt = Math.max(lastAt, report.lastAt);
    },
    watch(own) {
      journal = own;
    },
  };
}
