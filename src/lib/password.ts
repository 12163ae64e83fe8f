import { TurnQueue } from './turn-queue.ts';

// A hash takes 19 MiB and about 50 ms of CPU, so few may run at once. Each purpose has its own queue: guessing the passwords of
// links delays neither sign-ins nor the creation of links.
const MAX_WAITING = 40;
const MAX_WAIT_MS = 30_000;
const createQueue = (width: number) => new TurnQueue({ width, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS });
const accountQueue = createQueue(2);
const linkQueue = createQueue(1);
const guessQueue = createQueue(1);
// Hashes of links that cost more than ours: they wait for each other, and nobody else waits for them.
const dearQueue = createQueue(1);

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
  return accountQueue.run(['new passwords'], () => hash(password));
}

/**
 * Verifies the password of an account; the parties, such as account and visitor, take turns. Throws a QueueFullError if the queue is full.
 * Without a hash, because there is no account or it has no password, the check takes as long as any other, and fails.
 */
export function verifyPassword(
  password: string,
  hash: string | undefined,
  parties: readonly string[],
): Promise<boolean> {
  return accountQueue.run(parties, () => Bun.password.verify(password, hash || dummyHash()));
}

/** Hashes the password of a link with Argon2id; owners take turns. Throws a QueueFullError if the queue is full. */
export function hashLinkPassword(password: string, owner: number): Promise<string> {
  return linkQueue.run([`owner:${owner}`], () => hash(password));
}

const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d)\$[A-Za-z0-9+/]{1,200}\$[A-Za-z0-9+/]{1,200}$/;

// Kutt hashes with 12 rounds, which take about five times as long as ours. 10 take about as long.
const MIN_ROUNDS = 4;
const MAX_ROUNDS = 12;
const CHEAP_ROUNDS = 10;
const MAX_THREADS = 4;
// Argon2 takes time for each KiB in each pass: at most twice as much as for ours, in a few passes or with little memory.
const MAX_KIB_PASSES = 2 * PASSWORD_COST.memoryCost * PASSWORD_COST.timeCost;

/** What checking a hash costs: as much as one of ours, more, or more than a link may have. Undefined if it is no hash. */
function findCost(hash: string): 'ours' | 'dear' | 'refused' | undefined {
  const [, rounds] = BCRYPT.exec(hash) ?? [];
  if (rounds !== undefined) {
    if (Number(rounds) < MIN_ROUNDS || Number(rounds) > MAX_ROUNDS) return 'refused';
    return Number(rounds) > CHEAP_ROUNDS ? 'dear' : 'ours';
  }
  const [, memory, passes, threads] = ARGON2.exec(hash) ?? [];
  if (memory === undefined) return undefined;
  return Number(memory) * Number(passes) > MAX_KIB_PASSES || Number(threads) > MAX_THREADS ? 'refused' : 'ours';
}

/** Whether a link may get this hash from another program: bcrypt or Argon2, at costs that a guess may cause. */
export function isLinkPasswordHash(hash: string): boolean {
  const found = findCost(hash);
  return found === 'ours' || found === 'dear';
}

// bcrypt reads 72 bytes; Bun would hash a longer password first, unlike other programs.
const BCRYPT_PREFIX = '$2';
const BCRYPT_BYTES = 72;

function matches(password: string, hash: string): Promise<boolean> {
  const known = hash.startsWith(BCRYPT_PREFIX) ? Buffer.from(password).subarray(0, BCRYPT_BYTES) : password;
  return Bun.password.verify(known, hash);
}

/** The queue for checking a hash. Links of older versions may have hashes that would be refused now. */
function queueFor(hash: string, ordinary: TurnQueue): TurnQueue {
  return findCost(hash) === 'ours' ? ordinary : dearQueue;
}

/** Verifies a password that the owner of a link sent; owners take turns. Throws a QueueFullError if the queue is full. */
export function isLinkPassword(password: string, hash: string, owner: number): Promise<boolean> {
  return queueFor(hash, linkQueue).run([`owner:${owner}`], () => matches(password, hash));
}

/** Who takes part in a guess of a link's password; each waits for the others in turn. */
export interface Guess {
  owner: number;
  /** What the password protects. */
  subject: string | number;
  /** The visitor's network. */
  visitor: string;
}

/** Verifies a visitor's password for a link, by Argon2id or bcrypt; throws a QueueFullError if the queue is full. */
export function verifyLinkPassword(
  password: string,
  hash: string,
  { owner, subject, visitor }: Guess,
): Promise<boolean> {
  const parties = [`visitor:${visitor}`, `subject:${subject}`, `owner:${owner}`];
  return queueFor(hash, guessQueue).run(parties, () => matches(password, hash));
}
