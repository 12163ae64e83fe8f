import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import { textField } from '../../http/fields.ts';
import { showPage, sliceOf } from './pagination.ts';
import { invalidData, Problem, tagNotFound, tagTaken } from './problem.ts';
import type { ShlinkQuery } from './read-request.ts';
import { empty, json, type ShlinkCall, type ShlinkHandler, type ShlinkParts } from './shlink-parts.ts';
import { showSummary } from './short-url.view.ts';
import { readTagStats, type TagStats } from './tag.store.ts';

/** The handlers of `/tags`, except that of visits. */
export interface TagHandlers {
  list: ShlinkHandler;
  stats: ShlinkHandler;
  rename: ShlinkHandler;
  remove: ShlinkHandler;
}

const LINKS_AT_ONCE = 500;
const newNameField = textField(50);

const orders: Record<string, (stats: TagStats) => number> = {
  shortUrlsCount: ({ links }) => links,
  visits: ({ people, bots }) => people + bots,
  nonBotVisits: ({ people }) => people,
};

/** Shlink reads an unknown order as the one by name. */
function sortTags(tags: TagStats[], orderBy: string): TagStats[] {
  const [field = '', direction] = orderBy.split('-');
  const countOf = orders[field];
  const sign = direction === 'DESC' ? -1 : 1;
  if (!countOf) return sign === 1 ? tags : tags.toReversed();
  // The list is in alphabetical order, which decides between equal values.
  return tags.toSorted((left, right) => sign * (countOf(left) - countOf(right)));
}

function showTags(tags: TagStats[], query: ShlinkQuery, show: (stats: TagStats) => unknown) {
  const page = query.page();
  const term = query.text('searchTerm')?.toLowerCase() ?? '';
  const found = sortTags(tags, query.text('orderBy') ?? 'tag').filter(({ tag }) => tag.toLowerCase().includes(term));
  const { offset, limit } = sliceOf(page);
  return json({ tags: showPage(found.slice(offset, offset + limit).map(show), found.length, page) });
}

/** Shlink has a failure of its own for keys that may not change tags. */
async function changeTags<T>(call: ShlinkCall, verb: string, work: (caller: Principal) => Promise<T>): Promise<T> {
  try {
    return await call.act('POST /api/urls/change', work);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'forbidden') throw error;
    const detail = `You are not allowed to ${verb} tags`;
    throw new Problem({ status: 403, code: 'forbidden-tag-operation', title: 'Forbidden tag operation', detail });
  }
}

export function createTagHandlers({ services, database, waitForClicks }: ShlinkParts): TagHandlers {
  const { links } = services;

  async function removeTag(caller: Principal, tag: string): Promise<void> {
    const ids = await links.findLinksWithTag(caller.workspaceId, tag);
    for (let start = 0; start < ids.length; start += LINKS_AT_ONCE)
      await links.changeMany(caller, { ids: ids.slice(start, start + LINKS_AT_ONCE), remove_tag: tag });
  }

  return {
    list: ({ query, act }) =>
      act('GET /api/tags', async ({ workspaceId }) =>
        showTags(await readTagStats(database.db, workspaceId), query, ({ tag }) => tag),
      ),

    stats: ({ query, act }) =>
      act('GET /api/tags', async ({ workspaceId }) => {
        await waitForClicks();
        return showTags(await readTagStats(database.db, workspaceId), query, ({ tag, links: count, people, bots }) => ({
          tag,
          shortUrlsCount: count,
          visitsSummary: showSummary(people, bots),
        }));
      }),

    async rename(call) {
      const { oldName, newName } = await call.readBody();
      if (typeof oldName !== 'string' || typeof newName !== 'string') throw invalidData(['oldName', 'newName']);
      const name = newNameField.safeParse(newName);
      if (!name.success) throw invalidData(['newName']);
      return changeTags(call, 'rename', async ({ workspaceId }) => {
        const result = await links.renameTag(workspaceId, oldName, name.data);
        if (result === 'missing') throw tagNotFound(oldName);
        if (result === 'taken') throw tagTaken(oldName, newName);
        return empty();
      });
    },

    remove: (call) =>
      changeTags(call, 'delete', async (caller) => {
        for (const tag of new Set(call.query.list('tags'))) await removeTag(caller, tag);
        return empty();
      }),
  };
}
