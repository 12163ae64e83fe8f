import type { AuditedFields } from '../../core/audit.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn, isDangling } from '../../db/failures.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { keepInTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { LinkService } from '../links/link.service.ts';
import type { CampaignChange, NewCampaign } from './campaign.contract.ts';
import * as store from './campaign.store.ts';
import { type Campaign, campaignNotFound, campaignSlugTaken, idInAddress, UNTITLED_CAMPAIGN } from './campaign.ts';

/** The operations on campaigns. */
export interface CampaignService {
  list(owner: number, request: PageRequest, q?: string): Promise<Page<Campaign>>;
  get(owner: number, id: number): Promise<Campaign>;
  find(owner: number, id: number): Promise<Campaign | undefined>;
  /** Locks the campaign until the transaction ends; false if the owner has none with this id. */
  lock(tx: Db, owner: number, id: number): Promise<boolean>;
  create(owner: number, body: NewCampaign): Promise<Campaign>;
  update(owner: number, id: number, change: CampaignChange): Promise<Campaign>;
  remove(owner: number, id: number, deletion?: Deletion): Promise<void>;
  /** Moves a link into the campaign. An omitted weight is unchanged, or 1 if the link was not in this campaign. */
  assign(owner: number, id: number, linkId: number, weight?: number): Promise<void>;
  unassign(owner: number, id: number, linkId: number): Promise<void>;
  /** For rotators: the public campaign with this slug. */
  findPublicId(slug: string): Promise<number | undefined>;
  /** For list pages: a public campaign by the last part of its URL, which is its id or its slug. */
  findPublic(owner: number, name: string): Promise<Campaign | undefined>;
}

/** A stored change of a campaign. */
export interface ChangedCampaign {
  id: number;
  /** The current and the previous slug. */
  slugs: string[];
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  links: Pick<LinkService, 'putIntoCampaign' | 'takeFromCampaign'>;
  /** Called after each stored change. */
  onChanged(changed: ChangedCampaign): void;
  /** Deletes the statistics of a campaign, in the transaction that deletes it for good. */
  eraseStatistics(tx: Db, id: number): Promise<void>;
  now: Clock;
}

function subject(workspace: number, id: number) {
  return { workspace, noun: 'campaign', id } as const;
}

function auditedFields({ name, slug, isPublic }: store.CampaignRecord): AuditedFields {
  return { name, slug, public: isPublic };
}

async function explainTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw duplicatedColumn(error) === 'campaigns.slug' ? campaignSlugTaken() : error;
  }
}

export function createCampaignService({ db, readDb, links, onChanged, eraseStatistics, now }: Parts): CampaignService {
  async function get(owner: number, id: number, from = db): Promise<Campaign> {
    const found = await store.findCampaign(from, owner, id);
    if (!found) throw campaignNotFound();
    return found;
  }

  function publishChange(id: number, ...slugs: (string | null)[]): void {
    onChanged({ id, slugs: slugs.filter((slug) => slug !== null) });
  }

  return {
    list: (owner, request, q) => store.listCampaigns(readDb, owner, request, q),
    get: (owner, id) => get(owner, id),
    find: (owner, id) => store.findCampaign(db, owner, id),
    lock: (tx, owner, id) => lockOwned(tx, 'campaigns', owner, id),
    findPublicId: (slug) => store.findPublicId(db, slug),

    async create(owner, body) {
      const record = { name: body.name ?? UNTITLED_CAMPAIGN, slug: body.slug ?? null, isPublic: body.public ?? false };
      const createdAt = now();
      const work = transaction(db, async (tx) => {
        const made = await store.insertCampaign(tx, owner, record, createdAt);
        await recordCreate(tx, subject(owner, made), auditedFields(record));
        return made;
      });
      const id = await explainTakenSlug(work);
      publishChange(id, record.slug);
      return { id, userId: owner, ...record, linkCount: 0, createdAt };
    },

    async update(owner, id, change) {
      const work = transaction(db, async (tx) => {
        if (!(await lockOwned(tx, 'campaigns', owner, id))) throw campaignNotFound();
        const before = await get(owner, id, tx);
        const slug = change.slug === undefined ? before.slug : change.slug;
        const isPublic = change.public === undefined ? before.isPublic : (change.public ?? false);
        const after = { ...before, name: change.name, slug, isPublic };
        await store.updateCampaign(tx, owner, id, after);
        await recordUpdate(tx, subject(owner, id), auditedFields(before), auditedFields(after));
        return { before, after };
      });
      const { before, after } = await explainTakenSlug(work);
      publishChange(id, before.slug, after.slug);
      return after;
    },

    async remove(owner, id, deletion = TO_TRASH) {
      const { slug } = await transaction(db, async (tx) => {
        const found = await get(owner, id, tx);
        await keepInTrash(tx, { noun: 'campaign', owner, ids: [id], now: now() }, deletion);
        if (!(await store.deleteCampaign(tx, owner, id))) throw campaignNotFound();
        // Last: the deletion above waits for transactions that count clicks on these links, so their counts are deleted too.
        if (deletion.isForGood) await eraseStatistics(tx, id);
        await recordDelete(tx, subject(owner, id), auditedFields(found));
        return found;
      });
      publishChange(id, slug);
    },

    async assign(owner, id, linkId, weight) {
      await get(owner, id);
      try {
        await links.putIntoCampaign(owner, linkId, id, weight);
      } catch (error) {
        // The campaign was deleted after the check above.
        throw isDangling(error) ? campaignNotFound() : error;
      }
    },

    async unassign(owner, id, linkId) {
      await get(owner, id);
      await links.takeFromCampaign(owner, linkId, id);
    },

    async findPublic(owner, name) {
      const id = idInAddress(name);
      const byId = id === undefined ? undefined : await store.findCampaign(db, owner, id);
      const found = byId ?? (await store.findCampaignBySlug(db, owner, name));
      return found?.isPublic ? found : undefined;
    },
  };
}
