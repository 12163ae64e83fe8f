import { ConcurrencyLimiter } from './concurrency-limiter.ts';

// A hash takes 19 MiB and some 50 ms of a core, so few may run at once. Each purpose has a queue of its own: strangers who guess
// the passwords of links delay neither those who sign in nor those who make links.
const MAX_WAITING = 40;
const accountQueue = new ConcurrencyLimiter(2, MAX_WAITING);
const linkQueue = new ConcurrencyLimiter(1, MAX_WAITING);
const guessQueue = new ConcurrencyLimiter(1, MAX_WAITING);

const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** The Argon2id hash of an account's password; throws a QueueFullError where too many wait. */
export function hashPassword(password: string): Promise<string> {
  return accountQueue.run(() => Bun.password.hash(password, ARGON2ID));
}

/** Whether the password is the one of an account that was hashed; throws a QueueFullError where too many wait. */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return accountQueue.run(() => Bun.password.verify(password, hash));
}

/** The Argon2id hash of a link's password; throws a QueueFullError where too many wait. */
export function hashLinkPassword(password: string): Promise<string> {
  return linkQueue.run(() => Bun.password.hash(password, ARGON2ID));
}

/** Whether a visitor's password is the one of the link; throws a QueueFullError where too many wait. */
export function verifyLinkPassword(password: string, hash: string): Promise<boolean> {
  return guessQueue.run(() => Bun.password.verify(password, hash));
}
