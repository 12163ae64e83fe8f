import { AggregatorRegistry, Counter, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';

export type { MetricObject };

/** The metrics of the process, in the Prometheus text format. */
export interface Metrics {
  /** The registry for the metrics of all modules. */
  registry: Registry;
  /** The Prometheus text of all processes on this machine. */
  write(): Promise<string>;
  observeRequest(facts: { method: string; route: string; status: number; seconds: number }): void;
}

/** The other processes of this machine that have their own metrics. */
export interface MetricsWorkers {
  /** The number of this worker; undefined if it is the only process. */
  number?: number | undefined;
  readOthers(): Promise<MetricObject[][]>;
}

/** Creates the metrics of the process and of the API, labeled by worker if there are several. */
export function createMetrics(version: string, { number, readOthers }: MetricsWorkers): Metrics {
  const registry = new Registry();
  if (number !== undefined) registry.setDefaultLabels({ worker: String(number) });
  const registers = [registry];

  new Gauge({
    name: 'signpost_build_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers,
    collect() {
      this.set({ version }, 1);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory in use.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time used.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process, in Unix seconds.',
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()));

  const requests = new Histogram({
    name: 'signpost_api_request_seconds',
    help: 'Duration of API requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    registers,
  });

  return {
    registry,
    async write() {
      const others = await readOthers();
      if (others.length === 0) return registry.metrics();
      return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics();
    },
    observeRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
  };
}
