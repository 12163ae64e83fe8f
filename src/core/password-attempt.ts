import { QueueFullError } from '../lib/concurrency-limiter.ts';
import { limitGroup } from '../lib/ip.ts';
import { verifyLinkPassword } from '../lib/password.ts';
import type { RateRule, RateWindows } from './rate-window.ts';

const MINUTE_MS = 60_000;
const PER_VISITOR: RateRule = { limit: 20, windowMs: MINUTE_MS };
const PER_VISITOR_AND_SUBJECT: RateRule = { limit: 5, windowMs: MINUTE_MS };
const PER_SUBJECT: RateRule = { limit: 30, windowMs: MINUTE_MS };

/** The result of a password attempt; `busy` if too many passwords wait to be checked. */
export type PasswordAttempt = 'right' | 'wrong' | 'too_many' | 'busy';

interface Attempt {
  /** What the password protects, such as the id of a link; unique among everything that has a password. */
  subject: string | number;
  /** The workspace that it belongs to. */
  owner: number;
  passwordHash: string;
  password: string;
  /** The visitor's address. */
  address: string;
}

/**
 * Tries a visitor's password, within three limits: of the visitor, of the visitor on this subject, and of the subject. A right password
 * does not count for the subject: many people may open a link in one minute.
 */
export async function attemptPassword(
  windows: RateWindows,
  { subject, owner, passwordHash, password, address }: Attempt,
): Promise<PasswordAttempt> {
  const visitor = limitGroup(address);
  // The visitor's own limits first: refused attempts must not use up the limit of the subject.
  const limits: [bucket: string, rule: RateRule][] = [
    [`unlock:visitor:${visitor}`, PER_VISITOR],
    [`unlock:${subject}:${visitor}`, PER_VISITOR_AND_SUBJECT],
    [`unlock:${subject}`, PER_SUBJECT],
  ];
  for (const [bucket, rule] of limits) {
    const { isAllowed } = await windows.take(bucket, rule);
    if (!isAllowed) return 'too_many';
  }
  try {
    if (!(await verifyLinkPassword(password, passwordHash, { owner, subject, visitor }))) return 'wrong';
    await windows.giveBack(`unlock:${subject}`);
    return 'right';
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    // The password was not checked, so the attempt does not count.
    await Promise.all(limits.map(([bucket]) => windows.giveBack(bucket)));
    return 'busy';
  }
}
