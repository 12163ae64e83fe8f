import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { lockNames } from '../../db/lock-names.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { announceDomain } from './domain.audit.ts';
import { formatRecords } from './domain.contract.ts';
import type { DnsFinding, DnsWatch } from './domain.dns.ts';
import type { Proofs } from './domain.proof.ts';
import { saveStates } from './domain.store.ts';
import {
  type Domain,
  domainNotFound,
  domainNotVerified,
  domainOfAnother,
  domainReserved,
  isUnder,
  lockNameOf,
  type ProofKind,
  refuseTaken,
} from './domain.ts';
import { findRivals } from './domain-rival.store.ts';
import * as store from './domain-verification.store.ts';

/** Decides who may use a domain name, and verifies it. */
export interface Verification {
  /** Locks the name; throws if the owner may not use it. A TXT proof takes it over from a user who verified it by its address. */
  takeName(tx: Db, owner: number, name: string, proof: ProofKind | undefined): Promise<void>;
  /** The proof with which the owner may add the name; undefined if none is needed. Throws if the proof is missing. */
  findProofToAdd(owner: number, name: string): Promise<ProofKind | undefined>;
  /** Checks a domain now; throws if DNS does not prove it, or if another user has it. Checks `caller` again after the lookups. */
  verify(domain: Domain, caller?: Principal): Promise<Domain>;
  /** Removes the verification of names under the main host whose owner is not an administrator. */
  releaseReserved(): Promise<void>;
  /** Stores the results of DNS lookups and verifies the claims that they prove. */
  keep(findings: DnsFinding[]): Promise<void>;
}

interface Parts {
  db: Db;
  proofs: Proofs;
  dns: Pick<DnsWatch, 'check' | 'listRecords'>;
  windows: RateWindows;
  /** The host whose subdomains are reserved for administrators; undefined without BASE_URL. */
  mainName: string | undefined;
  /** Called after the verification of a domain has changed. */
  onChanged(domain: Domain): Promise<void>;
  now: Clock;
  log: Log;
}

// Each check runs three DNS queries.
const CHECKS: RateRule = { limit: 20, windowMs: 60_000 };

async function recordProof(
  tx: Db,
  { id, userId, verifiedBy }: Pick<Domain, 'id' | 'userId' | 'verifiedBy'>,
  proof: ProofKind | null,
): Promise<void> {
  const changes = { verified_by: { old: verifiedBy, new: proof } };
  await recordChange(tx, { workspace: userId, noun: 'domain', id, action: proof ? 'verify' : 'update', changes });
}

export function createVerification(parts: Parts): Verification {
  const { db, proofs, dns, windows, mainName, onChanged, now, log } = parts;

  function countCheck(owner: number) {
    return windows.take(`domain-check:${owner}`, CHECKS);
  }

  async function isPublished(owner: number, name: string): Promise<boolean> {
    try {
      return await proofs.isPublished(owner, name);
    } catch (error) {
      log.debug('the TXT record of a domain could not be looked up', { name, error });
      return false;
    }
  }

  function proofOf(owner: number, name: string) {
    return { type: 'TXT', ...proofs.recordOf(owner, name) };
  }

  /** The failure that names the TXT record for taking over a name that another user verified only by its address. */
  function takenByAddress(owner: number, name: string) {
    return refuseTaken({ code: 'set_record_if_yours', params: { record: formatRecords([proofOf(owner, name)]) } });
  }

  /** Throws if the owner cannot get the name with any proof; otherwise returns how another user verified it, if one did. */
  async function assertOpen(tx: Db, owner: number, name: string): Promise<ProofKind | undefined> {
    const isAdmin = await store.isAdministrator(tx, owner);
    if (!isAdmin && mainName !== undefined && isUnder(name, mainName)) throw domainReserved();
    const { isOwn, sameBy, hasRelated } = await findRivals(tx, owner, name);
    if (sameBy === 'txt') throw refuseTaken();
    // An administrator may have added a parent or child of a name that this owner has verified.
    if (hasRelated && !isAdmin && !isOwn) throw domainOfAnother();
    return sameBy;
  }

  const takeName: Verification['takeName'] = async (tx, owner, name, proof) => {
    await lockNames(tx, [lockNameOf(name)], 'alone');
    const sameBy = await assertOpen(tx, owner, name);
    if (sameBy === undefined) return;
    if (proof !== 'txt') throw takenByAddress(owner, name);
    await store.releaseName(tx, owner, name);
  };

  /** Picks the domain from the rows that a transaction verified, and invalidates the caches. */
  async function publishVerified(verified: Domain[], id: number): Promise<Domain> {
    const domain = verified.find((candidate) => candidate.id === id);
    if (!domain) throw domainNotFound();
    await onChanged(domain);
    return domain;
  }

  async function verifyNow(
    { id, userId, name, verifiedBy }: Domain,
    proof: ProofKind,
    caller?: Principal,
  ): Promise<Domain> {
    const verified = await transaction(db, async (tx) => {
      await assertCallerStays(tx, caller, 'admin');
      await takeName(tx, userId, name, proof);
      await recordProof(tx, { id, userId, verifiedBy }, proof);
      const changed = await store.verifyName(tx, userId, name, proof, now());
      for (const domain of changed) await announceDomain(tx, domain, 'verified', now());
      return changed;
    });
    return publishVerified(verified, id);
  }

  /** Records the TXT proof of a domain that is already verified, so that nobody else can take it over. */
  async function confirm({ id, userId, name, verifiedBy }: Domain, caller?: Principal): Promise<Domain> {
    const confirmed = await transaction(db, async (tx) => {
      await assertCallerStays(tx, caller, 'admin');
      await lockNames(tx, [lockNameOf(name)], 'alone');
      if (verifiedBy !== 'txt') await recordProof(tx, { id, userId, verifiedBy }, 'txt');
      return store.confirmName(tx, userId, name);
    });
    if (confirmed.length === 0) throw refuseTaken();
    return publishVerified(confirmed, id);
  }

  /** In the background, an address verifies a name only if one user claims it: it does not prove which of several owns it. */
  async function verifyFound({ domain, dns: state, hasProof }: DnsFinding): Promise<void> {
    const { userId, name } = domain;
    if (domain.verifiedAt !== null || !(hasProof || state === 'pointing')) return;
    if (!hasProof && (await store.hasOtherClaims(db, userId, name))) return;
    try {
      await verifyNow(domain, hasProof ? 'txt' : 'address');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.debug('a domain with a valid TXT record was not verified', { name, error });
    }
  }

  function notVerified({ userId, name }: Domain) {
    return domainNotVerified({ records: formatRecords([...dns.listRecords(name), proofOf(userId, name)]) });
  }

  return {
    takeName,

    async findProofToAdd(owner, name) {
      if ((await assertOpen(db, owner, name)) === undefined) return undefined;
      const { isAllowed } = await countCheck(owner);
      if (isAllowed && (await isPublished(owner, name))) return 'txt';
      throw takenByAddress(owner, name);
    },

    async verify(domain, caller) {
      const { id, userId, name } = domain;
      assertAllowed(await countCheck(userId), now());
      if (domain.verifiedAt === null) await assertOpen(db, userId, name);
      const [hasProof, state] = await Promise.all([isPublished(userId, name), dns.check(name)]);
      await transaction(db, (tx) => saveStates(tx, [{ id, userId, dns: state }], now()));
      if (domain.verifiedAt !== null) return hasProof ? confirm(domain, caller) : domain;
      if (hasProof) return verifyNow(domain, 'txt', caller);
      if (state === 'pointing') return verifyNow(domain, 'address', caller);
      throw (await assertOpen(db, userId, name)) === 'address' ? takenByAddress(userId, name) : notVerified(domain);
    },

    async releaseReserved() {
      if (mainName === undefined) return;
      for (const domain of await store.findReserved(db, mainName)) {
        const { id, userId, name } = domain;
        log.warn('a name under the main host does not belong to an administrator and gets no certificate', { name });
        await transaction(db, async (tx) => {
          await store.releaseDomain(tx, userId, id);
          await recordProof(tx, domain, null);
        });
        await onChanged(domain);
      }
    },

    async keep(findings) {
      const states = findings.map(({ domain: { id, userId }, dns: state }) => ({ id, userId, dns: state }));
      await transaction(db, (tx) => saveStates(tx, states, now()));
      for (const finding of findings) await verifyFound(finding);
    },
  };
}
