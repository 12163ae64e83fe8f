import { keyRequired } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Principal } from '../../core/principal.ts';
import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import { includesRole, type Role } from '../../core/role.ts';
import { assertRole, checkRole } from '../../db/assert-role.ts';
import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { recordChange, recordCreate, recordDelete } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { SendMail } from '../../lib/mail.ts';
import { randomToken, sha256 } from '../../lib/token.ts';
import type { Language } from '../../texts/message.ts';
import type { NewInvitation } from './invitation.contract.ts';
import * as store from './invitation.store.ts';
import {
  alreadyMember,
  INVITATION_MS,
  type Invitation,
  invitationForAnother,
  invitationNotFound,
  tooManyInvitations,
  workspaceIsPersonal,
} from './invitation.ts';
import { writeInvitationMail } from './invitation-mail.ts';

const MAX_OPEN = 500;

const HOUR_MS = 3_600_000;

// Everyone with an account can invite, so limits keep the mail server from being used for spam.
const PER_INVITER: RateRule = { limit: 20, windowMs: HOUR_MS };
const PER_ADMINISTRATOR: RateRule = { limit: 100, windowMs: HOUR_MS };
const PER_INVITER_AND_ADDRESS: RateRule = { limit: 5, windowMs: 24 * HOUR_MS };
// Several inviters may mean the same person.
const PER_ADDRESS: RateRule = { limit: 10, windowMs: 24 * HOUR_MS };

/** A user who accepts an invitation. */
interface Invitee {
  id: number;
  email: string;
}

/** The operations on invitations. */
export interface InvitationService {
  list(caller: Principal, workspaceId: number, request: PageRequest): Promise<Page<Invitation>>;
  /** Creates a link for an email address, and mails it if a mail server is configured. */
  invite(
    caller: Principal,
    workspaceId: number,
    invitation: NewInvitation,
    language: Language,
  ): Promise<{ id: number; link: string; expiresAt: number; isMailed: boolean }>;
  withdraw(caller: Principal, workspaceId: number, id: number): Promise<void>;
  /** Reads the invitation of a link. */
  read(token: string): Promise<store.FoundInvitation>;
  accept(caller: Principal, token: string): Promise<{ workspaceId: number; role: Role }>;
  /**
   * For registration: throws unless the invitation is valid. Returns whether it proves that the address belongs to whoever has the link: only
   * a mail shows that, or an administrator made it. Any inviter sees the other links.
   */
  checkProof(db: Db, token: string, email: string): Promise<boolean>;
  /** Makes a user a member, in the transaction that registers them, and uses the invitation up. */
  join(tx: Db, token: string, invitee: Invitee): Promise<{ workspaceId: number; role: Role }>;
}

interface Parts {
  db: Db;
  baseUrl: string;
  windows: RateWindows;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  now: Clock;
  log: Log;
}

/** The lowest role of a member who may give somebody this role. */
function leastRoleToGive(role: Role): Role {
  return role === 'owner' ? 'owner' : 'admin';
}

export function createInvitationService(parts: Parts): InvitationService {
  const { db, baseUrl, windows, sendMail, now, log } = parts;

  /** An invitation stops working when the member who created it may no longer invite: otherwise they could rejoin with another address. */
  async function getValid(tx: Db, token: string): Promise<store.FoundInvitation> {
    const found = await store.findInvitation(tx, sha256(token), now());
    if (!found) throw invitationNotFound();
    const inviterRole = await findRole(tx, { workspaceId: found.workspaceId, userId: found.inviterId });
    const isAllowed = inviterRole !== undefined && includesRole(inviterRole, leastRoleToGive(found.role));
    if (!isAllowed) throw invitationNotFound();
    return found;
  }

  async function getFor(tx: Db, token: string, email: string): Promise<store.FoundInvitation> {
    const found = await getValid(tx, token);
    if (found.email !== email.toLowerCase()) throw invitationForAnother();
    return found;
  }

  async function join(tx: Db, token: string, { id: userId, email }: Invitee) {
    const { id, workspaceId, role } = await getFor(tx, token, email);
    // First: of two requests with links to the same person, the second waits here and then finds nothing.
    await store.lockInvitationsOf(tx, workspaceId, email.toLowerCase());
    if (!(await store.deleteInvitation(tx, workspaceId, id))) throw invitationNotFound();
    if (await findRole(tx, { workspaceId, userId })) throw alreadyMember();
    // Fails if another invitation was accepted at the same moment.
    if (!(await store.insertMember(tx, workspaceId, { userId, role }, now()))) throw alreadyMember();
    // Another link to the same person must not change their role later.
    await store.deleteInvitationsOf(tx, workspaceId, email.toLowerCase());
    await recordChange(tx, {
      workspace: workspaceId,
      noun: 'invitation',
      id,
      action: 'accept',
      changes: {},
      user: userId,
    });
    await recordCreate(tx, { workspace: workspaceId, noun: 'member', id: userId, user: userId }, { role });
    return { workspaceId, role };
  }

  /** Counts an invitation; throws if its inviter has sent too many, or the address has got too many. */
  async function takeInvitation({ userId, isAdmin }: Principal, email: string): Promise<void> {
    const address = sha256(email);
    const limits: [bucket: string, rule: RateRule][] = [
      [`invite:both:${userId}:${address}`, PER_INVITER_AND_ADDRESS],
      [`invite:user:${userId}`, isAdmin ? PER_ADMINISTRATOR : PER_INVITER],
      // Last: what another limit refuses must not keep others from inviting the person.
      [`invite:address:${address}`, PER_ADDRESS],
    ];
    for (const [bucket, rule] of limits) assertAllowed(await windows.take(bucket, rule), now());
  }

  async function mailLink(send: SendMail, to: string, token: string, language: Language): Promise<void> {
    try {
      const { inviter } = await getValid(db, token);
      const facts = { link: linkOf(token), inviter, server: baseUrl };
      await send(writeInvitationMail(to, facts, language));
    } catch (error) {
      log.error('an invitation could not be mailed', { error });
    }
  }

  // Browsers send no fragment, so no log holds the token.
  function linkOf(token: string): string {
    return `${baseUrl}/app/invitation#${token}`;
  }

  return {
    join,

    async list(caller, workspaceId, request) {
      await checkRole(db, caller, workspaceId, 'admin');
      return store.listInvitations(db, workspaceId, request, now());
    },

    async invite(caller, workspaceId, { email, role }, language) {
      const token = randomToken(32);
      const mailedToken = sendMail && randomToken(32);
      const expiresAt = now() + INVITATION_MS;
      await takeInvitation(caller, email);
      const id = await transaction(db, async (tx) => {
        await assertRole(tx, caller, workspaceId, leastRoleToGive(role));
        if (workspaceId === caller.userId) throw workspaceIsPersonal();
        if (await store.hasMember(tx, workspaceId, email)) throw alreadyMember();
        if ((await store.countInvitations(tx, workspaceId, now())) >= MAX_OPEN) throw tooManyInvitations();
        const hashes = { hash: sha256(token), mailedHash: mailedToken === undefined ? null : sha256(mailedToken) };
        const record = { workspaceId, inviterId: caller.userId, email, role, ...hashes, expiresAt };
        const made = await store.insertInvitation(tx, record, now());
        await recordCreate(tx, { workspace: workspaceId, noun: 'invitation', id: made }, { email, role });
        return made;
      });
      // Not awaited: a slow or unavailable mail server must not delay the response, which has the link.
      if (sendMail && mailedToken !== undefined) void mailLink(sendMail, email, mailedToken, language);
      return { id, link: linkOf(token), expiresAt, isMailed: sendMail !== undefined };
    },

    async withdraw(caller, workspaceId, id) {
      await transaction(db, async (tx) => {
        await assertRole(tx, caller, workspaceId, 'admin');
        const found = await store.deleteInvitation(tx, workspaceId, id);
        if (!found) throw invitationNotFound();
        const { email, role } = found;
        await recordDelete(tx, { workspace: workspaceId, noun: 'invitation', id }, { email, role });
      });
    },

    read: (token) => getValid(db, token),

    accept: (caller, token) =>
      transaction(db, async (tx) => {
        const email = await store.findEmail(tx, caller.userId);
        if (email === undefined) throw keyRequired();
        return join(tx, token, { id: caller.userId, email });
      }),

    async checkProof(tx, token, email) {
      const { isMailed, isByAdmin } = await getFor(tx, token, email);
      return isMailed || isByAdmin;
    },
  };
}
