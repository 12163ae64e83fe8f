import { type FieldError, invalidFields } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { collision, duplicatedColumn } from '../../db/failures.ts';
import { deleteOwned } from '../../db/owned.ts';
import { serialTransaction, transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { FindAddresses } from '../../lib/outbound/find-addresses.ts';
import { hostOf } from '../../lib/url.ts';
import type { DnsRecord, DomainChange, NewDomain } from './domain.contract.ts';
import { createDnsWatch } from './domain.dns.ts';
import * as store from './domain.store.ts';
import {
  chooseByHost,
  type Domain,
  type DomainAddress,
  domainHasLinks,
  domainNotFound,
  domainOfAnother,
  domainTaken,
  MAIN_DOMAIN,
  MAX_PORTS,
  originOf,
  parentsOf,
  readHost,
  warnAboutName,
} from './domain.ts';

/** A link that left a domain for the main host, and its alias before and after. */
export interface MovedLink {
  id: number;
  from: string;
  to: string;
  campaignId: number | null;
}

/** What one can do with branded domains. */
export interface DomainService {
  list(owner: number, request: PageRequest, q: string | undefined): Promise<Page<Domain>>;
  get(owner: number, id: number): Promise<{ domain: Domain; records: DnsRecord[] }>;
  create(owner: number, domain: NewDomain): Promise<{ id: number; warning: string | undefined }>;
  update(owner: number, id: number, change: DomainChange): Promise<void>;
  /** Deletes the domain; one with links only by force, and tells which links went to the main host. */
  remove(owner: number, id: number, isForced: boolean): Promise<MovedLink[]>;
  /** For the redirect: every domain with this name, which then differ by their ports. */
  findByName(name: string): Promise<Domain[]>;
  /** For links: the owner's domain that a text means, with a scheme or without. */
  findOwned(owner: number, text: string): Promise<Domain | undefined>;
  /** For links: what the short URLs on these domains begin with. */
  readOrigins(ids: number[]): Promise<Map<number, string>>;
  /** For every target: those of the hosts that are ours, each with what short URLs on it begin with. */
  findOurs(hosts: string[]): Promise<Map<string, string[]>>;
  /** For links: counts one that moves between domains, is made or deleted; the main host, 0, is counted elsewhere. */
  countMove(tx: Db, owner: number, from: number, to: number): Promise<void>;
  /** Settles when nothing here uses the store any more. */
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  findAddresses: FindAddresses;
  /** The host that domains should point to; undefined where the operator has not named it. */
  mainName: string | undefined;
  /** Whether a domain is refused until it points here. */
  isDnsChecked: boolean;
  baseUrl: string;
  isOwnHost(host: string): boolean;
  /** Moves every link of a domain to the main host. */
  moveLinks(tx: Db, owner: number, domainId: number): Promise<MovedLink[]>;
  /** Told after each change that was stored, with the domain's name and the links that it has lost. */
  onChanged(owner: number, domain: Domain, moved: MovedLink[]): Promise<void>;
  now: Clock;
  log: Log;
}

/** The field of a body that names a domain which is not there, or not the caller's. */
export const notYours: FieldError = { field: 'domain', message: 'is no domain of yours.' };

export function createDomainService(parts: Parts): DomainService {
  const { db, findAddresses, mainName, isDnsChecked, baseUrl, isOwnHost, moveLinks, onChanged, now, log } = parts;
  const mainOrigins = [new URL(baseUrl).origin];
  const dns = createDnsWatch({
    findAddresses,
    mainName,
    save: (states) => transaction(db, (tx) => store.saveStates(tx, states, now())),
    now,
    log,
  });

  async function findOurs(hosts: string[]): Promise<Map<string, string[]>> {
    const main = hosts.filter(isOwnHost).map((host): [string, string[]] => [host, mainOrigins]);
    const found = await store.findByNames(db, [...new Set(hosts)]);
    const branded = Map.groupBy(found, ({ name }) => name);
    return new Map([...main, ...[...branded].map(([name, all]): [string, string[]] => [name, all.map(originOf)])]);
  }

  async function assertFits({ redirectroot, redirect404 }: DomainChange, address?: DomainAddress): Promise<void> {
    const targets = Object.entries({ redirectroot, redirect404 }).filter(([, href]) => href);
    const ours = await findOurs(targets.map(([, href]) => hostOf(href ?? '')));
    const problems = targets
      .filter(([, href]) => ours.has(hostOf(href ?? '')) || hostOf(href ?? '') === address?.name)
      .map(([field]) => ({ field, message: 'must not be an address of this service.' }));
    if (address && isOwnHost(address.name))
      problems.unshift({ field: 'domain', message: 'is the main host of this service.' });
    if (problems.length > 0) throw invalidFields(problems);
  }

  /** Throws where somebody has the host, the name with another port, or a name that it is under. */
  async function assertFree(tx: Db, owner: number, { host, name }: DomainAddress): Promise<void> {
    const found = await store.findByNames(tx, [name, ...parentsOf(name)]);
    const same = found.filter((domain) => domain.name === name);
    if (same.some((domain) => domain.host === host || domain.userId !== owner)) throw domainTaken();
    if (found.some((domain) => domain.userId !== owner)) throw domainOfAnother();
    if (same.length >= MAX_PORTS)
      throw invalidFields([{ field: 'domain', message: `has been added with ${MAX_PORTS} ports already.` }]);
  }

  async function assertPointing(name: string): Promise<void> {
    const state = await dns.check(name);
    if (state === 'pointing') return;
    const how = dns.listRecords(name).map(({ type, value }) => `${type} record of ${name} to ${value}`);
    const message =
      state === 'unknown'
        ? 'cannot be looked up just now; try again shortly.'
        : `does not point here yet. Set the ${how.join(', and the ')}, wait until it is known, and try again.`;
    throw invalidFields([{ field: 'domain', message }]);
  }

  return {
    findOurs,
    findByName: (name) => store.findByNames(db, [name]),
    close: () => dns.close(),

    async list(owner, request, q) {
      const page = await store.listDomains(db, owner, request, q);
      dns.refresh(page.rows);
      return page;
    },

    async get(owner, id) {
      const domain = await store.findDomain(db, owner, id);
      if (!domain) throw domainNotFound();
      dns.refresh([domain]);
      return { domain, records: dns.listRecords(domain.name) };
    },

    async create(owner, { domain: address, redirectroot = null, redirect404 = null }) {
      await assertFits({ redirectroot, redirect404 }, address);
      // Asked before anybody is asked outside, and again where it counts.
      await assertFree(db, owner, address);
      if (isDnsChecked) await assertPointing(address.name);
      const work = serialTransaction(db, async (tx) => {
        await assertFree(tx, owner, address);
        return store.insertDomain(tx, owner, { ...address, redirectRoot: redirectroot, redirect404 }, now());
      });
      const domain = await work.catch((error) => {
        throw duplicatedColumn(error) === 'domains.host' ? domainTaken() : error;
      });
      await onChanged(owner, domain, []);
      dns.refresh([domain]);
      return { id: domain.id, warning: warnAboutName(address.name) };
    },

    async update(owner, id, change) {
      await assertFits(change);
      const { redirectroot: redirectRoot, redirect404 } = change;
      const domain = await transaction(db, (tx) => store.updateDomain(tx, owner, id, { redirectRoot, redirect404 }));
      if (!domain) throw domainNotFound();
      await onChanged(owner, domain, []);
    },

    async remove(owner, id, isForced) {
      const { domain, moved } = await transaction(db, async (tx) => {
        const held = await store.addLinks(tx, owner, id, 0);
        if (!held) throw domainNotFound();
        if (held.linkCount > 0 && !isForced) throw domainHasLinks();
        const left = held.linkCount > 0 ? await moveLinks(tx, owner, id) : [];
        await deleteOwned(tx, 'domains', owner, id);
        return { domain: held, moved: left };
      });
      await onChanged(owner, domain, moved);
      return moved;
    },

    async findOwned(owner, text) {
      const wanted = readHost(text);
      if (!wanted) return undefined;
      const found = await store.findByNames(db, [wanted.name]);
      const domain = chooseByHost(found, wanted.host);
      return domain?.userId === owner ? domain : undefined;
    },

    async readOrigins(ids) {
      const branded = [...new Set(ids)].filter((id) => id !== MAIN_DOMAIN);
      const found = await store.findByIds(db, branded);
      return new Map(found.map((domain) => [domain.id, originOf(domain)]));
    },

    async countMove(tx, owner, from, to) {
      // In the order of their numbers, so that two moves do not wait for each other.
      const ids = [...new Set([from, to])].filter((id) => id !== MAIN_DOMAIN).sort((left, right) => left - right);
      for (const id of ids) {
        const difference = Number(id === to) - Number(id === from);
        if (await store.addLinks(tx, owner, id, difference)) continue;
        if (id === from) throw collision('the domain of the link was deleted meanwhile');
        throw invalidFields([notYours]);
      }
    },
  };
}
