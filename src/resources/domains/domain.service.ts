import { type FieldError, fieldError, invalidFields } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Principal } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { collision } from '../../db/failures.ts';
import { deleteOwned } from '../../db/owned.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { keepInTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { FindAddresses } from '../../lib/outbound/find-addresses.ts';
import type { FindTexts } from '../../lib/outbound/find-texts.ts';
import { hostOf } from '../../lib/url.ts';
import { type AddDomain, createAddDomain, createTakeBack, type TakeBack } from './domain.adding.ts';
import { announceDomain, auditedDomain, domainSubject, type MovedLink, recordRemoval } from './domain.audit.ts';
import { createClaimWatch } from './domain.claim-watch.ts';
import type { DnsRecord, DomainChange } from './domain.contract.ts';
import { createDnsWatch } from './domain.dns.ts';
import { createProofs, type ProofRecord } from './domain.proof.ts';
import * as store from './domain.store.ts';
import {
  chooseByHost,
  type Domain,
  type DomainAddress,
  domainHasLinks,
  domainNotFound,
  MAIN_DOMAIN,
  originOf,
  readHost,
} from './domain.ts';
import { createVerification } from './domain.verification.ts';
import type { DomainItems } from './domain-items.ts';
import { findServed, findTaken } from './domain-rival.store.ts';
import { isAdministrator } from './domain-verification.store.ts';
import { deleteWellKnownFiles, findWellKnownFiles, saveWellKnownFiles } from './well-known.store.ts';
import type { WellKnownFiles } from './well-known.ts';

export type { MovedLink } from './domain.audit.ts';

/** A domain as the API shows it. */
export interface ShownDomain extends Domain {
  /** Whether another user has verified its name, a parent or a child of it. */
  isTaken: boolean;
  /** The number of QR codes and bio pages on it. */
  itemCount: number;
}

/** A domain with what only its own page shows. */
export interface DomainDetails {
  domain: ShownDomain;
  records: DnsRecord[];
  proof: ProofRecord;
  files: WellKnownFiles;
}

/** The operations on branded domains. */
export interface DomainService {
  list(owner: number, request: PageRequest, q: string | undefined): Promise<Page<ShownDomain>>;
  /** The domains of all users, for administrators. */
  listAll(request: PageRequest, q: string | undefined): Promise<Page<ShownDomain & store.OwnedDomain>>;
  get(owner: number, id: number): Promise<DomainDetails>;
  /** Whether this is a domain of the owner. */
  owns(owner: number, id: number): Promise<boolean>;
  /** Throws if a destination of a domain leads back to this service, or the domain is an address of it. */
  assertFits(owner: number, change: DomainChange, address: DomainAddress): Promise<void>;
  create: AddDomain;
  takeBack: TakeBack;
  update(owner: number, id: number, change: DomainChange): Promise<void>;
  /** Verifies the domain now and returns it; throws if DNS does not prove it. */
  verify(owner: number, id: number, caller?: Principal): Promise<Domain>;
  /**
   * Deletes a domain; an administrator can delete the domain of any user. If anything is on it, `isForced` must be set. Returns the
   * links that moved to the main host.
   */
  remove(caller: number, id: number, isForced: boolean, isForGood?: boolean): Promise<MovedLink[]>;
  /** For the redirect: the domains with this name that are served; they differ by port. */
  findByName(name: string): Promise<Domain[]>;
  /** For links: the domain of the owner that a text names, with or without a scheme. */
  findOwned(owner: number, text: string): Promise<Domain | undefined>;
  /** For links: the origins of the short URLs on these domains, by domain id. */
  readOrigins(ids: number[], from?: Db): Promise<Map<number, string>>;
  /** For destinations: which of these hosts belong to this service for the owner, with the origins of their short URLs. */
  findOurs(owner: number, hosts: string[]): Promise<Map<string, string[]>>;
  /** For links: updates the link counts when links are created, deleted or moved; the main host (0) has no count. */
  countMove(tx: Db, owner: number, from: number, to: number, count?: number): Promise<void>;
  /** Checks some unverified domains that were not checked recently. */
  checkClaims(): Promise<void>;
  /** Whether the owner has verified the domain of this name. */
  hasVerified(owner: number, name: string): Promise<boolean>;
  /** Starts the regular checks of unverified domains. */
  startChecks(): void;
  /** Stops the checks; resolves once none of them uses the store. */
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  findAddresses: FindAddresses;
  findTexts: FindTexts;
  /** Derives the tokens in TXT records. */
  secret: string;
  windows: RateWindows;
  /** The host that domains should point to; undefined without BASE_URL. */
  mainName: string | undefined;
  /** Whether a domain must point here before it can be added. */
  isDnsChecked: boolean;
  baseUrl: string;
  isOwnHost(host: string): boolean;
  /** Moves every link of a domain to the main host. */
  moveLinks(tx: Db, owner: number, domainId: number): Promise<MovedLink[]>;
  /** What else can be on a domain. */
  items: DomainItems;
  /** Deletes what was counted for a domain, in the transaction that deletes the domain. */
  deleteMisses(tx: Db, domainId: number): Promise<void>;
  /** Called in the transaction that moved links off a domain. */
  onLinksMoved(tx: Db, owner: number, moved: MovedLink[]): Promise<void>;
  /** Called after each stored change, with the domain and the links that were moved off it. */
  onChanged(owner: number, domain: Domain, moved: MovedLink[]): Promise<void>;
  now: Clock;
  log: Log;
}

/** The error of a body field that names a missing domain or a domain of another user. */
export const noSuchDomain: FieldError = fieldError('domain', 'no_such_domain');

export function createDomainService(parts: Parts): DomainService {
  const { db, mainName, isDnsChecked, baseUrl, isOwnHost, moveLinks, items, deleteMisses, now, log } = parts;
  const { onLinksMoved, onChanged } = parts;
  const mainOrigins = [new URL(baseUrl).origin];
  const proofs = createProofs(parts.secret, parts.findTexts);
  const dns = createDnsWatch({
    findAddresses: parts.findAddresses,
    mainName,
    hasProof: ({ userId, name }) => proofs.isPublished(userId, name),
    save: (findings) => verification.keep(findings),
    now,
    log,
  });
  const verification = createVerification({
    ...{ db, proofs, dns, windows: parts.windows, mainName },
    onChanged: (domain) => onChanged(domain.userId, domain, []),
    now,
    log,
  });
  const claims = createClaimWatch({ db, dns, releaseReserved: verification.releaseReserved, now, log });

  const create = createAddDomain({ db, dns, verification, assertFits, isDnsChecked, onChanged, now });

  async function findOurs(owner: number, hosts: string[]): Promise<Map<string, string[]>> {
    const main = hosts.filter(isOwnHost).map((host): [string, string[]] => [host, mainOrigins]);
    const found = await store.findOwnedOrVerified(db, owner, [...new Set(hosts)]);
    const branded = Map.groupBy(found, ({ name }) => name);
    return new Map([...main, ...[...branded].map(([name, all]): [string, string[]] => [name, all.map(originOf)])]);
  }

  async function toShown<Shown extends Domain>(domains: Shown[]): Promise<(Shown & ShownDomain)[]> {
    const taken = await findTaken(db, domains);
    const ids = domains.map(({ id }) => id);
    const counts = await items.countOn(db, ids);
    return domains.map((domain) => ({
      ...domain,
      isTaken: taken.has(domain.id),
      itemCount: counts.get(domain.id) ?? 0,
    }));
  }

  async function assertFits(owner: number, change: DomainChange, address?: DomainAddress): Promise<void> {
    const { redirectroot, redirect404 } = change;
    const destinations = Object.entries({ redirectroot, redirect404 }).filter(([, href]) => href);
    const ours = await findOurs(
      owner,
      destinations.map(([, href]) => hostOf(href ?? '')),
    );
    const problems = destinations
      .filter(([, href]) => ours.has(hostOf(href ?? '')) || hostOf(href ?? '') === address?.name)
      .map(([field]) => fieldError(field, 'own_address'));
    if (address && isOwnHost(address.name)) problems.unshift(fieldError('domain', 'main_host'));
    if (problems.length > 0) throw invalidFields(problems);
  }

  return {
    assertFits,
    findOurs,
    create,
    takeBack: createTakeBack({ verification, isOwnHost }),
    findByName: (name) => findServed(db, name),
    checkClaims: claims.check,
    startChecks: claims.start,
    owns: async (owner, id) => (await store.findDomain(db, owner, id)) !== undefined,
    hasVerified: async (owner, name) =>
      (await store.findOwnByName(db, owner, name)).some(({ verifiedAt }) => verifiedAt !== null),

    async close() {
      await claims.close();
      await dns.close();
    },

    async list(owner, request, q) {
      const page = await store.listDomains(db, owner, request, q);
      dns.refresh(page.rows);
      return { ...page, rows: await toShown(page.rows) };
    },

    async listAll(request, q) {
      const page = await store.listDomains(db, undefined, request, q);
      return { ...page, rows: await toShown(page.rows) };
    },

    async get(owner, id) {
      const [domain] = await toShown([await store.findDomain(db, owner, id)].filter((found) => found !== undefined));
      if (!domain) throw domainNotFound();
      dns.refresh([domain]);
      const { name } = domain;
      const files = await findWellKnownFiles(db, id);
      return { domain, records: dns.listRecords(name), proof: proofs.recordOf(owner, name), files };
    },

    async verify(owner, id, caller) {
      const domain = await store.findDomain(db, owner, id);
      if (!domain) throw domainNotFound();
      return verification.verify(domain, caller);
    },

    async update(owner, id, change) {
      await assertFits(owner, change);
      const { redirectroot: redirectRoot, redirect404, ...files } = change;
      const domain = await transaction(db, async (tx) => {
        const before = await store.findDomain(tx, owner, id);
        const updated = await store.updateDomain(tx, owner, id, { redirectRoot, redirect404 });
        if (!before || !updated) throw domainNotFound();
        const filesBefore = await findWellKnownFiles(tx, id);
        await saveWellKnownFiles(tx, id, files);
        await recordUpdate(
          tx,
          domainSubject(owner, id),
          { ...auditedDomain(before), ...filesBefore },
          { ...auditedDomain(updated), ...(await findWellKnownFiles(tx, id)) },
        );
        await announceDomain(tx, updated, 'updated', now());
        return updated;
      });
      await onChanged(owner, domain, []);
    },

    async remove(caller, id, isForced, isForGood = false) {
      const { domain, moved, onStored } = await transaction(db, async (tx) => {
        const isAdmin = await isAdministrator(tx, caller);
        const owner = (isAdmin && (await store.findOwner(tx, id))) || caller;
        const locked = await store.addLinks(tx, owner, id, 0);
        if (!locked) throw domainNotFound();
        const isUsed = locked.linkCount > 0 || (await items.countOn(tx, [id])).size > 0;
        if (isUsed && !isForced) throw domainHasLinks();
        const deletion = { isForGood, isTakenDown: owner !== caller };
        // First: it also keeps what is on the domain now.
        await keepInTrash(tx, { noun: 'domain', owner, ids: [id], now: now() }, deletion);
        const movedLinks = locked.linkCount > 0 ? await moveLinks(tx, owner, id) : [];
        const onStored = await items.moveToMain(tx, owner, id);
        await deleteWellKnownFiles(tx, id);
        await deleteMisses(tx, id);
        await deleteOwned(tx, 'domains', owner, id);
        await recordRemoval(tx, locked, movedLinks, now());
        await onLinksMoved(tx, owner, movedLinks);
        return { domain: locked, moved: movedLinks, onStored };
      });
      onStored?.();
      await onChanged(domain.userId, domain, moved);
      return moved;
    },

    async findOwned(owner, text) {
      const wanted = readHost(text);
      if (!wanted) return undefined;
      return chooseByHost(await store.findOwnByName(db, owner, wanted.name), wanted.host);
    },

    async readOrigins(ids, from = db) {
      const branded = [...new Set(ids)].filter((id) => id !== MAIN_DOMAIN);
      const found = await store.findByIds(from, branded);
      return new Map(found.map((domain) => [domain.id, originOf(domain)]));
    },

    async countMove(tx, owner, from, to, count = 1) {
      // In the order of their ids, so that two moves cannot deadlock.
      const ids = [...new Set([from, to])].filter((id) => id !== MAIN_DOMAIN).sort((left, right) => left - right);
      for (const id of ids) {
        const difference = (Number(id === to) - Number(id === from)) * count;
        if (await store.addLinks(tx, owner, id, difference)) continue;
        if (id === from) throw collision('the domain of the link was deleted meanwhile');
        throw invalidFields([noSuchDomain]);
      }
    },
  };
}
