import { z } from 'zod';
import type { Principal } from '../core/principal.ts';
import { type Deletion, TRASH_DAYS } from '../core/trash.ts';

/** `purge` in the query of a deletion. */
export const purgeFields = {
  purge: z
    .enum(['0', '1'])
    .optional()
    .describe(`1 deletes it permanently, with its statistics; otherwise it can be restored for ${TRASH_DAYS} days`),
};

/** The query of a deletion without other parameters. */
export const purgeQuery = z.object(purgeFields);

/** How a request deletes something of an owner; what an administrator deletes, its owner cannot restore. */
export function deletionBy(caller: Principal, owner: number, { purge }: z.output<typeof purgeQuery>): Deletion {
  return { isForGood: purge === '1', isTakenDown: caller.workspaceId !== owner };
}
