import { isIP } from 'node:net';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { Clock } from '../../lib/date-time.ts';
import { normalizeAddress } from '../../lib/ip.ts';
import type { Log } from '../../lib/log.ts';
import type { FindAddresses } from '../../lib/outbound/find-addresses.ts';
import { withTimeLimit } from '../../lib/time-limit.ts';
import type { DnsRecord } from './domain.contract.ts';
import { type DnsState, type Domain, isApex } from './domain.ts';

/** The DNS lookup result of a domain. */
export interface DnsFinding {
  domain: Domain;
  dns: DnsState;
  /** Whether the TXT record of its owner is published; not looked up, and false, if the domain is already verified. */
  hasProof: boolean;
}

/** Looks up where domains point, and lists the DNS records that they need. */
export interface DnsWatch {
  /** Where the name points now. */
  check(name: string): Promise<DnsState>;
  /** Refreshes states older than a minute in the background. */
  refresh(domains: Domain[]): void;
  /** Checks a new domain. Resolves after at most a second; a slower check continues in the background. */
  checkNew(domain: Domain): Promise<void>;
  /** Checks these domains now and stores the results. */
  checkNow(domains: Domain[]): Promise<void>;
  /** The DNS records that make the name point here, as far as the main host is known. */
  listRecords(name: string): DnsRecord[];
  /** Stops the lookups; resolves once none of them uses the store. */
  close(): Promise<void>;
}

interface Parts {
  findAddresses: FindAddresses;
  /** The host that domains should point to; undefined without BASE_URL. */
  mainName: string | undefined;
  /** Whether the TXT record of the domain's owner is published. */
  hasProof(domain: Domain): Promise<boolean>;
  save(findings: DnsFinding[]): Promise<void>;
  now: Clock;
  log: Log;
}

const FRESH_FOR_MS = 60_000;
const BATCH_SIZE = 20;
const NEW_LIMIT_MS = 1_000;

/** One common address is enough, because each DNS response may have only some of the addresses of a name. */
function compareAddresses(found: string[], main: string[]): DnsState {
  if (main.length === 0) return 'unknown';
  if (found.length === 0) return 'missing';
  const ours = new Set(main.map(normalizeAddress));
  return found.some((address) => ours.has(normalizeAddress(address))) ? 'pointing' : 'elsewhere';
}

export function createDnsWatch({ findAddresses, mainName, hasProof, save, now, log }: Parts): DnsWatch {
  const running = new Set<number>();
  const queue = new ConcurrencyLimiter(1);
  const isMainAddress = mainName !== undefined && isIP(mainName) !== 0;
  let mainAddresses: string[] = isMainAddress ? [mainName] : [];
  let mainFoundAt: number | undefined;
  let finding: Promise<string[]> | undefined;
  let saving = Promise.resolve();
  let isClosed = false;

  /** The difference is absolute, because a clock that was set back must not stop the checks. */
  function isDue(lastAt: number | null | undefined): boolean {
    return lastAt === null || lastAt === undefined || Math.abs(now() - lastAt) >= FRESH_FOR_MS;
  }

  async function findMain(): Promise<string[]> {
    if (mainName === undefined || isMainAddress || !isDue(mainFoundAt)) return mainAddresses;
    finding ??= findAddresses(mainName).finally(() => {
      finding = undefined;
    });
    mainAddresses = await finding;
    if (mainAddresses.length > 0) mainFoundAt = now();
    return mainAddresses;
  }

  async function check(name: string): Promise<DnsState> {
    if (mainName === undefined) return 'unknown';
    try {
      const main = await findMain();
      return compareAddresses(await findAddresses(name), main);
    } catch (error) {
      log.debug('a name could not be looked up', { name, error });
      return 'unknown';
    }
  }

  async function inspect(domain: Domain): Promise<DnsFinding> {
    const [dns, isProven] = await Promise.all([
      check(domain.name),
      domain.verifiedAt === null && hasProof(domain).catch(() => false),
    ]);
    return { domain, dns, hasProof: isProven };
  }

  /** Looks up domains in batches and stores the results of each batch in one write. */
  async function checkBatches(domains: Domain[]): Promise<void> {
    for (let from = 0; from < domains.length && !isClosed; from += BATCH_SIZE) {
      const batch = domains.slice(from, from + BATCH_SIZE);
      const findings = await Promise.all(batch.map(inspect));
      if (isClosed) return;
      saving = save(findings);
      await saving;
    }
  }

  async function checkUnlessRunning(
    domains: Domain[],
    run: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const waiting = domains.filter(({ id }) => !running.has(id));
    if (waiting.length === 0 || isClosed) return;
    for (const { id } of waiting) running.add(id);
    try {
      await run(() => checkBatches(waiting));
    } catch (error) {
      log.warn('the DNS status of domains could not be stored', { error });
    } finally {
      for (const { id } of waiting) running.delete(id);
    }
  }

  function checkNow(domains: Domain[]): Promise<void> {
    return checkUnlessRunning(domains, (work) => queue.run(work));
  }

  return {
    check,
    checkNow,

    async checkNew(domain) {
      if (mainName === undefined) return;
      // Not queued behind other lookups, which may be many and slow.
      const checked = checkUnlessRunning([domain], (work) => work());
      await withTimeLimit(NEW_LIMIT_MS, checked).catch(() => {});
    },

    refresh(domains) {
      if (mainName !== undefined) void checkNow(domains.filter(({ dnsCheckedAt }) => isDue(dnsCheckedAt)));
    },

    listRecords(name) {
      if (mainName === undefined) return [];
      if (!isMainAddress && !isApex(name)) return [{ type: 'CNAME', name, value: mainName }];
      if (isDue(mainFoundAt)) findMain().catch((error) => log.debug('the main host could not be looked up', { error }));
      if (mainAddresses.length === 0) return [{ type: 'A', name, value: null }];
      return mainAddresses.map((value) => ({ type: isIP(value) === 6 ? 'AAAA' : 'A', name, value }));
    },

    async close() {
      isClosed = true;
      await saving.catch(() => {});
    },
  };
}
