import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { TraceExporter } from '../http/trace-exporter.ts';
import type { Log } from '../lib/log.ts';

/** Loads the exporter of traces, only if there is a collector. */
export async function openTraces(config: Config, log: Log): Promise<TraceExporter | undefined> {
  const { otelEndpoint: endpoint, otelHeaders: headers = {}, otelRatio: ratio } = config;
  if (endpoint === undefined) return undefined;
  const { createTraceExporter } = await import('../http/trace-exporter.ts');
  return createTraceExporter({ endpoint, headers, ratio, version, log });
}
