import { z } from 'zod';
import { actAs, actorOf } from '../../core/actor.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { isPrintable } from '../../http/fields.ts';
import { DubFailure, notFound, parseDub, unprocessable } from './dub-failure.ts';
import type { DubLinkReader } from './dub-link-reader.ts';
import type { DubParts } from './dub-parts.ts';
import { assertMay, type DubRequest, type DubRoute, readList } from './dub-route.ts';
import * as store from './dub-tag.store.ts';
import { tagColors } from './dub-tag.ts';

const MAX_TAGS = 10_000;
const MAX_LINKS = 100_000;
const LINKS_AT_ONCE = 100;
const TAGS_AT_ONCE = 1_000;

const nameField = z.string().trim().min(1).max(50).refine(isPrintable, 'It contains characters that cannot be shown.');

const tagBody = z.object({
  name: nameField.optional(),
  /** The old name of `name`. */
  tag: nameField.optional(),
  color: z.enum(tagColors).optional(),
});

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1e9).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
});

export function dubTagRoutes({ endpoints, db, now }: DubParts, reader: DubLinkReader): DubRoute[] {
  function auditedAs<T>({ admission }: DubRequest, work: () => Promise<T>): Promise<T> {
    return actAs(actorOf(admission.caller, admission.request, now), work);
  }

  /** The names of all tags: those on links, and those that were saved. */
  async function listNames({ admission, owner }: DubRequest): Promise<string[]> {
    const names = new Set((await reader.tagsOf(owner)).saved.map(({ name }) => name));
    for (let page = 1; names.size < MAX_TAGS; page += 1) {
      const query = { limit: TAGS_AT_ONCE, page };
      const { data } = await endpoints.call(admission, 'GET /api/tags', { query });
      for (const { tag } of data.tags) names.add(tag);
      if (page >= data.maxpage) break;
    }
    return [...names];
  }

  async function nameOf(request: DubRequest): Promise<string> {
    const name = (await reader.tagsOf(request.owner)).nameOf(request.id);
    if (name === undefined || !(await listNames(request)).includes(name)) throw notFound('Tag');
    return name;
  }

  /** Changes the tags of all links with this tag. */
  async function changeLinks(
    { admission, owner }: DubRequest,
    tag: string,
    change: { add_tag?: string },
  ): Promise<void> {
    const links = await reader.collect(owner, { tags: [tag] }, MAX_LINKS);
    for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
      const ids = links.slice(at, at + LINKS_AT_ONCE).map(({ id }) => id);
      await endpoints.call(admission, 'POST /api/urls/change', { body: { ids, remove_tag: tag, ...change } });
    }
  }

  async function create(request: DubRequest) {
    const { owner, admission } = request;
    assertMay(admission, 'links:write');
    const body = parseDub(tagBody, await request.readBody());
    const name = body.name ?? body.tag;
    if (name === undefined) throw unprocessable('invalid_type: name: Required');
    const known = (await listNames(request)).map((one) => one.toLowerCase());
    if (known.includes(name.toLowerCase())) throw new DubFailure('conflict', 'A tag with that name already exists.');
    const color = body.color ?? tagColors[name.length % tagColors.length] ?? 'gray';
    const saving = async () =>
      transaction(db, async (tx) => {
        const id = await store.insertSavedTag(tx, owner, { name, color, createdAt: now() });
        await recordCreate(tx, { workspace: owner, noun: 'tag', id }, { name, color });
      });
    await auditedAs(request, saving);
    return (await reader.tagsOf(owner)).show(name);
  }

  async function update(request: DubRequest) {
    const { owner, admission } = request;
    assertMay(admission, 'links:write');
    const body = parseDub(tagBody, await request.readBody());
    const before = await nameOf(request);
    const tags = await reader.tagsOf(owner);
    const name = body.name ?? body.tag ?? before;
    if (name !== before && (await listNames(request)).includes(name))
      throw new DubFailure('conflict', 'A tag with that name already exists.');
    const { color } = tags.show(before);
    const after = { name, color: body.color ?? color };
    if (name !== before) await changeLinks(request, before, { add_tag: name });
    const saved = tags.find(before);
    const saving = async () =>
      transaction(db, async (tx) => {
        const id = saved?.id ?? (await store.insertSavedTag(tx, owner, { ...after, createdAt: now() }));
        if (saved) await store.updateSavedTag(tx, owner, { id, ...after });
        await recordUpdate(tx, { workspace: owner, noun: 'tag', id }, { name: before, color }, after);
      });
    await auditedAs(request, saving);
    return (await reader.tagsOf(owner)).show(name);
  }

  async function remove(request: DubRequest) {
    const { owner, admission, id } = request;
    assertMay(admission, 'links:write');
    const name = await nameOf(request);
    const saved = (await reader.tagsOf(owner)).find(name);
    await changeLinks(request, name, {});
    const deleting = async () =>
      transaction(db, async (tx) => {
        await store.deleteSavedTags(tx, owner, name);
        const subject = { workspace: owner, noun: 'tag', id: saved?.id ?? null } as const;
        await recordDelete(tx, subject, { name });
      });
    await auditedAs(request, deleting);
    return { id };
  }

  return [
    {
      method: 'GET',
      path: '/tags',
      async handle(request) {
        const { query, owner } = request;
        const tags = await reader.tagsOf(owner);
        const { page, pageSize } = parseDub(pageQuery, {
          page: query.get('page') || undefined,
          pageSize: query.get('pageSize') || undefined,
        });
        const search = query.get('search')?.toLowerCase() ?? '';
        const ids = readList(query, 'ids');
        const rows = (await listNames(request))
          .filter((name) => name.toLowerCase().includes(search))
          .sort()
          .map((name) => tags.show(name))
          .filter(({ id }) => ids.length === 0 || ids.includes(id));
        if (query.get('sortOrder') === 'desc') rows.reverse();
        return rows.slice((page - 1) * pageSize, page * pageSize);
      },
    },
    { method: 'POST', path: '/tags', status: 201, handle: create },
    { method: 'PATCH', path: '/tags/:id', handle: update },
    { method: 'DELETE', path: '/tags/:id', handle: remove },
  ];
}
