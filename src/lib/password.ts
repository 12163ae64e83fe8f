import { ConcurrencyLimiter } from './concurrency-limiter.ts';

// A hash takes 19 MiB and about 50 ms of CPU, so few may run at once. Each purpose has its own queue: guessing the passwords of
// links delays neither sign-ins nor the creation of links.
const MAX_WAITING = 40;
const accountQueue = new ConcurrencyLimiter(2, MAX_WAITING);
const linkQueue = new ConcurrencyLimiter(1, MAX_WAITING);
const guessQueue = new ConcurrencyLimiter(1, MAX_WAITING);

/** What a password hash costs: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/** The cost of every password hash in production. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

let cost = PASSWORD_COST;

/** Sets the cost of new password hashes in this process; only tests choose another than the default. */
export function setPasswordCost(newCost = PASSWORD_COST): void {
  cost = newCost;
}

function hash(password: string): Promise<string> {
  return Bun.password.hash(password, { algorithm: 'argon2id', ...cost });
}

/** A hash that no password matches. */
export function dummyHash(): string {
  const { memoryCost, timeCost } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$dKvggLsQ1TpTyhoNPud4aRDeiHqFvprQ6GR8spQfQP8$5RSrn4r+H6Yh/UfYs/19DQjOK5b8Bro5peU/cc1TK1I`;
}

/** Hashes the password of an account with Argon2id; throws a QueueFullError if the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return accountQueue.run(() => hash(password));
}

/**
 * Verifies the password of an account; throws a QueueFullError if the queue is full. Without a hash, because there is no account or it
 * has no password, the check takes as long as any other, and fails.
 */
export function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  return accountQueue.run(() => Bun.password.verify(password, hash || dummyHash()));
}

/** Hashes the password of a link with Argon2id; throws a QueueFullError if the queue is full. */
export function hashLinkPassword(password: string): Promise<string> {
  return linkQueue.run(() => hash(password));
}

// Links that were imported have hashes of bcrypt. It reads 72 bytes; Bun would hash a longer password first, unlike other programs.
const BCRYPT = '$2';
const BCRYPT_BYTES = 72;

function matches(password: string, hash: string): Promise<boolean> {
  const known = hash.startsWith(BCRYPT) ? Buffer.from(password).subarray(0, BCRYPT_BYTES) : password;
  return Bun.password.verify(known, hash);
}

/** Verifies a password that the owner of a link sent; throws a QueueFullError if the queue is full. */
export function isLinkPassword(password: string, hash: string): Promise<boolean> {
  return linkQueue.run(() => matches(password, hash));
}

/** Verifies a visitor's password for a link, by Argon2id or bcrypt; throws a QueueFullError if the queue is full. */
export function verifyLinkPassword(password: string, hash: string): Promise<boolean> {
  return guessQueue.run(() => matches(password, hash));
}
