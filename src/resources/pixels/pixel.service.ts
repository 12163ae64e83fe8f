import type { Warned } from '../../core/api-messages.ts';
import type { AuditedFields } from '../../core/audit.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { NewPixel, PixelChange } from './pixel.contract.ts';
import * as store from './pixel.store.ts';
import { type Pixel, pixelNotFound, warnAboutTag } from './pixel.ts';

/** The operations on pixels. */
export interface PixelService {
  /** Lists the pixels of the owner; `text` keeps only those that contain it in name or tag. */
  list(owner: number, request: PageRequest, text?: string): Promise<Page<Pixel>>;
  create(owner: number, pixel: NewPixel): Promise<{ id: number } & Warned>;
  update(owner: number, id: number, change: PixelChange): Promise<Warned>;
  remove(owner: number, id: number, deletion?: Deletion): Promise<void>;
  /** Whether all of these pixels belong to the owner. */
  ownsAll(owner: number, ids: number[]): Promise<boolean>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  /** Called after each change of a pixel, because links may use it. */
  onChanged(id: number): void;
  now: Clock;
}

function subject(workspace: number, id: number) {
  return { workspace, noun: 'pixel', id } as const;
}

/** The fields of a pixel in the audit log. */
function auditedFields({ type, name, tag }: NewPixel): AuditedFields {
  return { type, name, tag };
}

export function createPixelService({ db, readDb, onChanged, now }: Parts): PixelService {
  return {
    list: (owner, request, text) => store.listPixels(readDb, owner, request, text),
    ownsAll: async (owner, ids) => (await store.countPixels(db, owner, ids)) === new Set(ids).size,

    async create(owner, pixel) {
      const id = await transaction(db, async (tx) => {
        const created = await store.insertPixel(tx, owner, pixel, now());
        await recordCreate(tx, subject(owner, created), auditedFields(pixel));
        return created;
      });
      return { id, warnings: warnAboutTag(pixel.type, pixel.tag) };
    },

    async update(owner, id, change) {
      const pixel = await transaction(db, async (tx) => {
        const isLocked = await lockOwned(tx, 'pixels', owner, id);
        const found = isLocked && (await store.findPixel(tx, owner, id));
        if (!found) throw pixelNotFound();
        const next = { ...found, name: change.name ?? found.name, tag: change.tag };
        await store.updatePixel(tx, owner, id, next);
        await recordUpdate(tx, subject(owner, id), auditedFields(found), auditedFields(next));
        return found;
      });
      onChanged(id);
      return { warnings: warnAboutTag(pixel.type, change.tag) };
    },

    async remove(owner, id, deletion = TO_TRASH) {
      await transaction(db, async (tx) => {
        const found = await store.findPixel(tx, owner, id);
        if (!found || !(await deleteToTrash(tx, 'pixel', { owner, id, now: now() }, deletion))) throw pixelNotFound();
        await recordDelete(tx, subject(owner, id), auditedFields(found));
      });
      onChanged(id);
    },
  };
}
