import type { DeclaredFailure } from '../../core/errors.ts';
import { mapPage } from '../../core/paging.ts';
import type { Principal } from '../../core/principal.ts';
import { disabledByAdministrator } from '../../core/take-down.ts';
import { TRASH_DAYS, trashNouns, trashScopeOf } from '../../core/trash.ts';
import { type FindEmails, ownerScopeOf, readOwners } from '../../http/all-users.ts';
import { assertScope, hasScopeFor } from '../../http/assert-may-use.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import * as contract from './trash.contract.ts';
import type { TrashService } from './trash.service.ts';
import { type TrashItem, trashItemNotFound } from './trash.ts';

interface Parts {
  /** Why something cannot be restored because of what took its place; these belong to other nouns. */
  restoreFailures: DeclaredFailure[];
  trash: TrashService;
  findEmails: FindEmails;
}

const DAY_MS = 86_400_000;

export function trashRoutes({ trash, findEmails, restoreFailures }: Parts): Route[] {
  const group = 'Trash';

  /** Finds something that the caller may restore or erase: it needs the rights to change that noun. */
  async function getWritable(caller: Principal, id: number): Promise<TrashItem> {
    const item = await trash.get(caller.isAdmin ? 'everyone' : caller.workspaceId, id);
    assertScope(caller, trashScopeOf(item.noun, 'write'));
    return item;
  }

  return [
    route({
      method: 'GET',
      path: '/api/trash',
      scope: 'any:read',
      group,
      summary: `List what was deleted within the last ${TRASH_DAYS} days, newest first. A key sees only the types that it may read`,
      query: contract.listTrashQuery,
      answer: contract.trashPage,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        const scope = ownerScopeOf(caller, query.all);
        const readable = trashNouns.filter((noun) => hasScopeFor(caller, trashScopeOf(noun, 'read')));
        const nouns = query.noun ? readable.filter((noun) => noun === query.noun) : readable;
        const page = await trash.list(scope, query.page, nouns);
        const ownerOf = await readOwners(scope, page.rows, findEmails);
        const toView = (item: TrashItem) => ({
          id: item.id,
          noun: item.noun,
          item: item.itemId,
          name: item.name,
          deleted: formatDateTime(item.deletedAt),
          expires: formatDateTime(item.deletedAt + TRASH_DAYS * DAY_MS),
          restorable: !item.isTakenDown || caller.isAdmin,
          ...ownerOf(item),
        });
        return pageBody('trash', mapPage(page, toView));
      },
    }),

    route({
      method: 'POST',
      path: '/api/trash/:id/restore',
      scope: 'any:write',
      group,
      summary:
        'Restore an item with its ID and its statistics. If its alias or slug has been taken, send another one as `custom`',
      params: idParams,
      prepare: blankIsNull,
      body: contract.restoreBody,
      answer: contract.restoreAnswer,
      fails: [trashItemNotFound, disabledByAdministrator, ...restoreFailures],
      handle: async ({ caller, params, body }) => {
        const item = await getWritable(caller, params.id);
        await trash.restore(item, caller, body.custom ?? undefined);
        return ok({ id: item.itemId, noun: item.noun });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/trash/:id',
      scope: 'any:write',
      group,
      summary: 'Permanently delete an item with its statistics',
      params: idParams,
      answer: contract.purgeAnswer,
      fails: [trashItemNotFound],
      handle: async ({ caller, params }) => {
        await trash.purge(await getWritable(caller, params.id));
        return ok({ message: 'Item has been erased successfully.' as const });
      },
    }),
  ];
}
