import type { Warned } from '../../core/api-messages.ts';
import { invalidField } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { recordCreate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { announceDomain, auditedDomain, domainSubject } from './domain.audit.ts';
import { type DomainChange, formatRecords, type NewDomain } from './domain.contract.ts';
import type { DnsWatch } from './domain.dns.ts';
import { findOwnByName, insertDomain } from './domain.store.ts';
import { type Domain, type DomainAddress, MAX_PORTS, type ProofKind, refuseTaken, warnAboutName } from './domain.ts';
import type { Verification } from './domain.verification.ts';
import { hasOtherClaims } from './domain-verification.store.ts';
import { saveWellKnownFiles } from './well-known.store.ts';

interface Parts {
  db: Db;
  dns: DnsWatch;
  verification: Verification;
  /** Throws if a destination or the name is an address of this service. */
  assertFits(owner: number, change: DomainChange, address: DomainAddress): Promise<void>;
  /** Whether a domain must point here before it can be added. */
  isDnsChecked: boolean;
  onChanged(owner: number, domain: Domain, moved: []): Promise<void>;
  now: Clock;
}

/** Adds a domain; returns its ID and warnings about its name. `caller` is checked again after the DNS lookups. */
export type AddDomain = (owner: number, domain: NewDomain, caller?: Principal) => Promise<{ id: number } & Warned>;

/** The host of a domain, and the host without its port. */
type DomainName = Pick<DomainAddress, 'host' | 'name'>;

/** Throws if the owner already has the host, or too many ports of its name; returns how they verified the name. */
async function assertNew(tx: Db, owner: number, { host, name }: DomainName): Promise<ProofKind | undefined> {
  const own = await findOwnByName(tx, owner, name);
  if (own.some((domain) => domain.host === host)) throw refuseTaken();
  if (own.length >= MAX_PORTS) throw invalidField('domain', 'too_many_ports', { max: MAX_PORTS });
  return own.find(({ verifiedBy }) => verifiedBy !== null)?.verifiedBy ?? undefined;
}

/** Takes the name of a deleted domain again, in the transaction that restores it; returns whether its verification is still valid. */
export type TakeBack = (tx: Db, owner: number, address: DomainName) => Promise<boolean>;

export function createTakeBack({
  verification,
  isOwnHost,
}: {
  verification: Pick<Verification, 'takeName'>;
  isOwnHost(host: string): boolean;
}): TakeBack {
  return async (tx, owner, address) => {
    // BASE_URL may have changed since it was deleted.
    if (isOwnHost(address.name)) throw invalidField('domain', 'main_host');
    await verification.takeName(tx, owner, address.name, undefined);
    await assertNew(tx, owner, address);
    // Somebody else may own the name by now, and must have a chance to prove it.
    return !(await hasOtherClaims(tx, owner, address.name));
  };
}

export function createAddDomain(parts: Parts): AddDomain {
  const { db, dns, verification, assertFits, isDnsChecked, onChanged, now } = parts;

  async function assertPointing(name: string): Promise<void> {
    const state = await dns.check(name);
    if (state === 'pointing') return;
    if (state === 'unknown') throw invalidField('domain', 'dns_lookup_failed');
    throw invalidField('domain', 'dns_not_pointing', { records: formatRecords(dns.listRecords(name)) });
  }

  return async (owner, { domain: address, redirectroot = null, redirect404 = null, ...files }, caller) => {
    const { name } = address;
    await assertFits(owner, { redirectroot, redirect404 }, address);
    // Checked before the DNS lookups, and again in the transaction.
    await assertNew(db, owner, address);
    const proof = await verification.findProofToAdd(owner, name);
    if (isDnsChecked) await assertPointing(name);
    const domain = await transaction(db, async (tx) => {
      await assertCallerStays(tx, caller, 'admin');
      await verification.takeName(tx, owner, name, proof);
      const isByAddress = isDnsChecked && !(await hasOtherClaims(tx, owner, name));
      const verifiedBy = (await assertNew(tx, owner, address)) ?? proof ?? (isByAddress ? 'address' : null);
      const record = { ...address, redirectRoot: redirectroot, redirect404, verifiedBy };
      const added = await insertDomain(tx, owner, record, now());
      await saveWellKnownFiles(tx, added.id, files);
      await recordCreate(tx, domainSubject(owner, added.id), { ...auditedDomain(added), ...files });
      await announceDomain(tx, added, 'created', now());
      return added;
    });
    await onChanged(owner, domain, []);
    await dns.checkNew(domain);
    return { id: domain.id, warnings: warnAboutName(name) };
  };
}
