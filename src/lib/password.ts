import { Gate } from './gate.ts';

// Each hash takes 19 MiB and some 50 ms of a core: more than two at once would starve everything else.
const gate = new Gate(2);
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** The Argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => Bun.password.hash(password, ARGON2ID));
}

/** Whether the password is the one that was hashed. */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return gate.run(() => Bun.password.verify(password, hash));
}
