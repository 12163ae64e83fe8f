import { type Actor, actAs } from '../../../core/actor.ts';
import { type ApiMessage, formatEnglish } from '../../../core/api-messages.ts';
import { type AuditedFields, diffFields, SECRET_VALUE } from '../../../core/audit.ts';
import { AppError, invalidField, invalidFields } from '../../../core/errors.ts';
import type { Page, PageRequest } from '../../../core/paging.ts';
import type { Principal } from '../../../core/principal.ts';
import { isReservedOnMainHost } from '../../../core/reserved-words.ts';
import { OWNER } from '../../../core/take-down.ts';
import { assertAuthorStays } from '../../../db/author-rights.ts';
import type { Db } from '../../../db/db.ts';
import { translateStoreError } from '../../../db/failures.ts';
import { assertCallerStays } from '../../../db/lock-caller.ts';
import { recordChange, recordCreate, recordDelete } from '../../../db/record-change.ts';
import { transaction } from '../../../db/transaction.ts';
import { parseInput } from '../../../http/read-input.ts';
import { type Clock, formatDateTime } from '../../../lib/date-time.ts';
import type { Log } from '../../../lib/log.ts';
import { applyChange } from '../link.change.ts';
import { linkNotFound, MAIN_DOMAIN } from '../link.ts';
import type { LinkValidator } from '../link.validator.ts';
import type { LinkChanger } from '../link-change.service.ts';
import { hashOf } from '../link-create.service.ts';
import { findLink } from '../link-read.store.ts';
import { lockLink } from '../link-write.store.ts';
import { type NewScheduledChange, parsedChange } from './link-schedule.contract.ts';
import * as store from './link-schedule.store.ts';
import {
  MAX_SCHEDULED,
  type ScheduledChange,
  scheduledChangeNotFound,
  tooManyScheduledChanges,
} from './link-schedule.ts';

/** The operations on changes of links that are applied later. */
export interface LinkSchedule {
  listScheduled(owner: number, linkId: number, request: PageRequest): Promise<Page<ScheduledChange>>;
  /** Stores a change; returns its id. `caller` is checked again once the password is hashed. */
  schedule(owner: number, linkId: number, body: NewScheduledChange, caller: Principal): Promise<number>;
  cancelScheduled(owner: number, linkId: number, id: number): Promise<void>;
  /** Applies the changes that are due, each once, whichever process does it; returns the time of the next one. */
  applyDueChanges(): Promise<number | undefined>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  validator: LinkValidator;
  changer: Pick<LinkChanger, 'update'>;
  /** Called after a change was stored. */
  onScheduled(): void;
  now: Clock;
  log: Log;
}

// Clocks differ, and a time has no milliseconds: a change that was due a moment ago is applied immediately.
const LATE_MS = 60_000;
const CHANGES_AT_ONCE = 50;

/** Thrown to undo an update because its change was applied or canceled by another request meanwhile. */
class NotWaitingError extends Error {}

/** A scheduled change as the audit log shows it. */
function toAudited({ linkId, dueAt, change, passwordHash }: store.ScheduledChangeRecord): AuditedFields {
  const shown = passwordHash === null ? change : { ...change, password: SECRET_VALUE };
  return { url: linkId, at: formatDateTime(dueAt), change: shown };
}

/** Prefixes the fields of an error with `change`, where they are in the body. */
function prefixFields(error: unknown): unknown {
  if (!(error instanceof AppError) || error.fields.length === 0) return error;
  return invalidFields(error.fields.map((field) => ({ ...field, field: `change.${field.field}` })));
}

function describeFailure(error: unknown): ApiMessage {
  if (error instanceof AppError) return { code: error.code, message: error.message, params: error.params };
  return { code: 'internal_error', message: formatEnglish('failures', 'internal_error'), params: {} };
}

export function createLinkSchedule(parts: Parts): LinkSchedule {
  const { db, readDb, validator, changer, onScheduled, now, log } = parts;

  async function assertValid(owner: number, linkId: number, sent: Record<string, unknown>): Promise<void> {
    const link = await findLink(db, owner, linkId);
    if (!link) throw linkNotFound();
    const change = parseInput(parsedChange, sent);
    try {
      const domainId = (await validator.assertValid(owner, change)) ?? link.domainId;
      if (change.custom && domainId === MAIN_DOMAIN && isReservedOnMainHost(change.custom))
        throw invalidField('custom', 'reserved_word');
      applyChange(link, change, OWNER);
    } catch (error) {
      throw prefixFields(error);
    }
  }

  function actorOf({ id, authorId, authorName }: store.DueChange): Actor {
    return { kind: 'schedule', user: authorId, id, name: authorName, requestId: null, address: null, now };
  }

  function apply(due: store.DueChange): Promise<unknown> {
    const { id, owner, linkId, authorId, change, passwordHash } = due;
    async function claim(tx: Db): Promise<void> {
      if (!(await store.claimScheduled(tx, id))) throw new NotWaitingError();
      await assertAuthorStays(tx, { userId: authorId, workspaceId: owner });
    }
    // Parsed again: the store may have been upgraded since the change was stored.
    return actAs(actorOf(due), () =>
      changer.update(owner, linkId, parseInput(parsedChange, change), OWNER, { passwordHash, claim }),
    );
  }

  /** Stores why a change was not applied; the audit log tells the admins, who may not look at the link. */
  function fail(due: store.DueChange, failure: ApiMessage): Promise<void> {
    const changes = diffFields({ status: 'pending' }, { status: 'failed', url: due.linkId, failure: failure.code });
    const subject = { workspace: due.owner, noun: 'schedule' as const, id: due.id };
    return actAs(actorOf(due), () =>
      transaction(db, async (tx) => {
        if (!(await store.failScheduled(tx, due.id, failure))) return;
        await recordChange(tx, { ...subject, action: 'fail', changes });
      }),
    );
  }

  async function applyOrFail(due: store.DueChange): Promise<void> {
    try {
      await apply(due);
    } catch (error) {
      if (error instanceof NotWaitingError) return;
      const isTemporary = error instanceof AppError && error.kind === 'unavailable';
      if (isTemporary || translateStoreError(error)) throw error;
      if (!(error instanceof AppError)) log.error('a scheduled change failed unexpectedly', { change: due.id, error });
      await fail(due, describeFailure(error));
    }
  }

  async function assertOwned(owner: number, linkId: number): Promise<void> {
    if (!(await findLink(db, owner, linkId))) throw linkNotFound();
  }

  return {
    async listScheduled(owner, linkId, request) {
      await assertOwned(owner, linkId);
      return store.listScheduledChanges(readDb, linkId, request);
    },

    async schedule(owner, linkId, { at, change: sent }, caller) {
      if (at < now() - LATE_MS) throw invalidField('at', 'past_date');
      await assertValid(owner, linkId, sent);
      const { password: _, ...others } = sent;
      // True and false, which a read answers, say whether there is one.
      const { password } = parseInput(parsedChange, sent);
      const change = password === null ? { ...others, password } : others;
      const passwordHash = await hashOf(owner, { password });
      const id = await transaction(db, async (tx) => {
        await assertCallerStays(tx, caller);
        if ((await lockLink(tx, owner, linkId)) === undefined) throw linkNotFound();
        if ((await store.countScheduled(tx, linkId)) >= MAX_SCHEDULED) throw tooManyScheduledChanges();
        const record = { linkId, authorId: caller.userId, dueAt: at, change, passwordHash, createdAt: now() };
        const made = await store.insertScheduled(tx, record);
        await recordCreate(tx, { workspace: owner, noun: 'schedule', id: made }, toAudited(record));
        return made;
      });
      onScheduled();
      return id;
    },

    async cancelScheduled(owner, linkId, id) {
      await transaction(db, async (tx) => {
        if ((await lockLink(tx, owner, linkId)) === undefined) throw linkNotFound();
        const deleted = await store.deleteScheduled(tx, linkId, id);
        if (!deleted) throw scheduledChangeNotFound();
        await recordDelete(tx, { workspace: owner, noun: 'schedule', id }, toAudited(deleted));
      });
    },

    async applyDueChanges() {
      const next = await store.findNextDue(db);
      if (next === undefined || next > now()) return next;
      for (;;) {
        const due = await store.findDue(db, now(), CHANGES_AT_ONCE);
        for (const change of due) await applyOrFail(change);
        if (due.length < CHANGES_AT_ONCE) return store.findNextDue(db);
      }
    },
  };
}
