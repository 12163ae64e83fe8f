import { Counter, Gauge, type Registry } from 'prom-client';
import { type AcmeOutcome, type AcmeTask, createAcmeRunner } from '../certificates/acme-tasks.ts';
import type { CertificateControl } from '../certificates/certificate.routes.ts';
import { findChallenge, listStatuses, retryNow } from '../certificates/certificate.store.ts';
import type { CertificateSource, CertificateStatus } from '../certificates/certificate.ts';
import { CertificateOrders } from '../certificates/certificate-orders.ts';
import { ServedCertificates } from '../certificates/served-certificates.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { hostOf } from '../lib/url.ts';
import { OnDemandThread } from './on-demand-thread.ts';
import type { Runtime } from './runtime.ts';

interface Parts {
  database: Database;
  config: Config;
  secret: string;
  runtime: Runtime;
}

/** The certificates of HTTPS=auto. */
export interface AutomaticCertificates extends CertificateControl {
  source: CertificateSource;
  /** Starts to order certificates and to look for those that other nodes ordered. */
  start(): Promise<void>;
  /** A domain was added, verified or deleted. */
  notice(name: string): void;
  /** The response to an http-01 challenge. */
  findHttpResponse(token: string): Promise<string | undefined>;
  close(): Promise<void>;
}

const IDLE_MS = 10_000;
// Longer than any order: the client gives up after two minutes.
const HANGS_AFTER_MS = 180_000;
const REFRESH_EVERY_MS = 2_000;
// Longer than that, with some time to open the port again.
const CHALLENGE_SPREAD_MS = 5_000;
const RETRY_PAUSE_MS = 10 * 60_000;

/** Without HTTPS=auto there are no certificates to show. */
export function noCertificates(https: CertificateControl['https']): CertificateControl {
  return { https, list: async () => [], retry: async () => false };
}

function exportMetrics(
  orders: CertificateOrders,
  listAll: () => Promise<CertificateStatus[]>,
  registry: Registry,
): void {
  const registers = [registry];
  new Gauge({
    name: 'signpost_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of a domain expires, in Unix seconds; 0 if it has none yet.',
    labelNames: ['domain'],
    registers,
    async collect() {
      this.reset();
      for (const { name, expiresAt } of await listAll())
        this.set({ domain: name }, Math.floor((expiresAt ?? 0) / 1000));
    },
  });
  new Gauge({
    name: 'signpost_certificate_failures',
    help: 'Failed orders of a domain since its last certificate.',
    labelNames: ['domain'],
    registers,
    async collect() {
      this.reset();
      for (const { name, failures } of await listAll()) this.set({ domain: name }, failures);
    },
  });
  new Counter({
    name: 'signpost_certificate_orders_total',
    help: 'Orders of certificates by this process, by result.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(orders.counts)) this.inc({ result }, count);
    },
  });
}

/** Creates the certificates of HTTPS=auto; undefined with another setting. */
export function createCertificates(
  { database, config, secret, runtime }: Parts,
  registry: Registry,
): AutomaticCertificates | undefined {
  if (config.https !== 'auto') return undefined;
  const { db } = database;
  const { log, now, random = Math.random } = runtime;
  const mainName = hostOf(config.baseUrl);
  const thread = new OnDemandThread<AcmeTask, AcmeOutcome>({
    name: 'certificates',
    program: new URL('./certificates.worker.ts', import.meta.url),
    log,
    idleMs: IDLE_MS,
    hangsAfterMs: HANGS_AFTER_MS,
  });
  const served = new ServedCertificates({ db, secret, mainName, log, now });
  const { acmeEabKid: kid, acmeEabHmacKey: hmacKey } = config;
  const orders = new CertificateOrders({
    ...{ db, secret, mainName, random, log, now },
    directory: config.acmeDirectory,
    email: config.acmeEmail ?? '',
    external: kid !== undefined && hmacKey !== undefined ? { kid, hmacKey } : undefined,
    hasHttp: config.httpPort !== undefined,
    challengeSpreadMs: CHALLENGE_SPREAD_MS,
    run: createAcmeRunner((task) => thread.run(task)),
    stopTasks: () => thread.stop(),
    onIssued: () => served.refresh(),
  });
  const list = (names?: string[]) => listStatuses(db, names);
  exportMetrics(orders, list, registry);
  let refreshing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function refresh(): void {
    refreshing = served.refresh().catch((error) => log.error('the certificates could not be read', { error }));
  }

  return {
    https: 'auto',
    source: served,
    list,
    async retry(name) {
      const isDue = await retryNow(db, name, now(), now() - RETRY_PAUSE_MS);
      if (isDue) orders.lookSoon();
      return isDue;
    },
    async start() {
      await served.refresh();
      timer = setInterval(refresh, REFRESH_EVERY_MS);
      timer.unref();
      orders.start();
    },
    notice(name) {
      void orders.notice(name);
    },
    findHttpResponse: (token) => findChallenge(db, token, 'http-01'),
    async close() {
      clearInterval(timer);
      await orders.close();
      await refreshing;
    },
  };
}
