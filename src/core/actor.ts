import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../lib/date-time.ts';
import { isByPassword, isCommand, type Principal, sessionOf } from './principal.ts';

/** Through what a change is made. */
export const actorKinds = ['key', 'session', 'cli', 'import', 'schedule'] as const;

export type ActorKind = (typeof actorKinds)[number];

/** Who makes the changes of the work in progress. */
export interface Actor {
  kind: ActorKind;
  /** Null if no user is known: commands, background work, and visitors who sign in or register. */
  user: number | null;
  /** The key or the session. */
  id: number | null;
  /** The name of the key, the user or the command. */
  name: string | null;
  requestId: string | null;
  /** The address of the client. The audit log stores only its network. */
  address: string | null;
  now: Clock;
  /** Adds nothing to the audit log: a part of another change that is recorded as a whole. */
  isSilent?: boolean;
}

const BACKGROUND: Actor = {
  ...{ kind: 'schedule', user: null, id: null, name: null, requestId: null, address: null },
  now: Date.now,
};

const storage = new AsyncLocalStorage<Actor>();

/** Runs the work, and everything that it awaits, in the name of the actor. */
export function actAs<T>(actor: Partial<Actor>, work: () => T): T {
  return storage.run({ ...currentActor(), ...actor }, work);
}

/** The actor of the work in progress; background work that names none is `schedule`. */
export function currentActor(): Actor {
  return storage.getStore() ?? BACKGROUND;
}

/** The actor of a request. A request without a key or a session signs in, registers or resets a password. */
export function actorOf(
  caller: Principal | undefined,
  { id, address }: { id: string; address: string },
  now: Clock,
): Actor {
  if (caller && isCommand(caller)) {
    return { kind: 'cli', user: null, id: null, name: caller.name, requestId: id, address: null, now };
  }
  const isByKey = caller !== undefined && 'keyId' in caller && !isByPassword(caller);
  return {
    kind: isByKey ? 'key' : 'session',
    user: caller?.userId ?? null,
    id: isByKey ? caller.keyId : ((caller && sessionOf(caller)) ?? null),
    name: caller?.name ?? null,
    requestId: id,
    address,
    now,
  };
}
