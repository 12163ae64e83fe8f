import { keyRequired } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { adminRequired } from '../../http/failures.ts';

/** Throws if the caller was demoted, disabled or revoked since the request was authenticated. */
export async function assertStillAdmin(tx: Db, by: Principal): Promise<void> {
  const locked = await lockCaller(tx, by);
  if (!locked) throw keyRequired();
  if (!locked.isAdmin) throw adminRequired();
}
