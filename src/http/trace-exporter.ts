import type { Log } from '../lib/log.ts';
import { withTimeLimit } from '../lib/time-limit.ts';

/** An API request as it is traced: the pattern of its path, never the path itself, which may contain tokens. */
export interface TracedRequest {
  requestId: string;
  method: string;
  route: string;
  status: number;
  /** Epoch milliseconds. */
  startedAt: number;
  seconds: number;
  /** The header by which the client names its own span. */
  traceparent: string | null;
}

/** Sends spans to a collector, in batches and in the background. */
export interface TraceExporter {
  record(request: TracedRequest): void;
  /** Sends the rest. */
  close(): Promise<void>;
}

interface Parts {
  /** The base URL of a collector; `/v1/traces` is added to it. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of requests that are traced, unless the client has decided. */
  ratio: number;
  version: string;
  log: Log;
}

interface Parent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const SEND_EVERY_MS = 5_000;
const LIMIT_MS = 10_000;
const MAX_BATCH = 512;
// While the collector does not respond, further spans are dropped.
const MAX_WAITING = 2_048;
const WARN_EVERY_MS = 60_000;

const SERVER_KIND = 2;
const ERROR_STATUS = 2;

/** Reads the header of W3C Trace Context; undefined if it is missing or invalid. */
export function parseTraceparent(header: string | null): Parent | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
}

/** Nanoseconds do not fit into a number. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

function text(key: string, value: string) {
  return { key, value: { stringValue: value } };
}

function toSpan({ requestId, method, route, status, startedAt, seconds }: TracedRequest, parent: Parent | undefined) {
  return {
    traceId: parent?.traceId ?? randomHex(16),
    spanId: randomHex(8),
    ...(parent && { parentSpanId: parent.spanId }),
    name: `${method} ${route}`,
    kind: SERVER_KIND,
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(startedAt + seconds * 1000),
    attributes: [
      text('http.request.method', method),
      text('http.route', route),
      { key: 'http.response.status_code', value: { intValue: String(status) } },
      text('signpost.request_id', requestId),
    ],
    status: status >= 500 ? { code: ERROR_STATUS } : {},
  };
}

/** Exports traces of API requests as OTLP over HTTP, in its JSON form. */
export function createTraceExporter({ endpoint, headers, ratio, version, log }: Parts): TraceExporter {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const resource = { attributes: [text('service.name', 'signpost'), text('service.version', version)] };
  let waiting: ReturnType<typeof toSpan>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let warnedAt = 0;

  async function post(spans: typeof waiting): Promise<void> {
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'signpost' }, spans }] }],
    });
    try {
      // biome-ignore lint/style/noRestrictedGlobals: the operator chose the collector, which may have a private address.
      const sent = fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body });
      const response = await withTimeLimit(LIMIT_MS, sent);
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector answered ${response.status}`);
    } catch (error) {
      if (Date.now() - warnedAt < WARN_EVERY_MS) return;
      warnedAt = Date.now();
      log.warn('traces could not be sent and were dropped', { spans: spans.length, reason: (error as Error).message });
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await post(waiting.splice(0, MAX_BATCH));
  }

  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    record(request) {
      const parent = parseTraceparent(request.traceparent);
      const isSampled = parent ? parent.isSampled : Math.random() < ratio;
      if (!isSampled || waiting.length >= MAX_WAITING) return;
      waiting.push(toSpan(request, parent));
      if (waiting.length >= MAX_BATCH) void send();
      else if (timer === undefined) {
        timer = setTimeout(() => void send(), SEND_EVERY_MS);
        timer.unref();
      }
    },

    async close() {
      await send();
      waiting = [];
    },
  };
}
