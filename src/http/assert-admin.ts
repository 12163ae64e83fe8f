import type { Principal } from '../core/principal.ts';
import { adminRequired } from './failures.ts';

/** Throws 403 unless the caller is an administrator. */
export function assertAdmin({ isAdmin }: Principal): void {
  if (!isAdmin) throw adminRequired();
}
