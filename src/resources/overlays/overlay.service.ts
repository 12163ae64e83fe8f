import type { Warned } from '../../core/api-messages.ts';
import type { AuditedFields } from '../../core/audit.ts';
import { invalidField, invalidFields } from '../../core/errors.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { OWNER, type PublishedStatus, type StatusChanger } from '../../core/take-down.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { auditedStatus, changeStatus, createFindOwner, type FindOwner } from '../../db/take-down.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { OverlayLook } from '../../pages/overlay-card.ts';
import type { FileService } from '../files/file.service.ts';
import type { NewOverlay, OverlayChange } from './overlay.contract.ts';
import { applyOverlayChange, findOverlayProblems, newOverlay, overlayDestinationHosts } from './overlay.draft.ts';
import * as store from './overlay.store.ts';
import { type Overlay, overlayNotFound, warnAboutGaps } from './overlay.ts';

/** The operations on overlays. */
export interface OverlayService {
  list(scope: OwnerScope, request: PageRequest, q?: string): Promise<Page<Overlay>>;
  get(owner: number, id: number): Promise<Overlay>;
  create(owner: number, body: NewOverlay): Promise<{ id: number } & Warned>;
  update(owner: number, id: number, change: OverlayChange, by?: StatusChanger): Promise<Warned>;
  /** Changes only the status. */
  changeStatus(owner: number, id: number, status: PublishedStatus, by: StatusChanger): Promise<void>;
  findOwner: FindOwner;
  /** Builds the overlay that visitors would see; stores nothing. */
  preview(owner: number, body: NewOverlay): Promise<{ look: OverlayLook } & Warned>;
  /** Returns how many links used it. */
  remove(owner: number, id: number, deletion?: Deletion): Promise<number>;
  owns(owner: number, id: number): Promise<boolean>;
  /** For the redirect: an overlay of any owner. */
  findShown(id: number): Promise<Overlay | undefined>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  files: Pick<FileService, 'assertOwned' | 'show'>;
  /** Returns which of these hosts belong to this service. */
  findOurs(owner: number, hosts: string[]): Promise<Map<string, unknown>>;
  /** Turns the links that use an overlay into direct links, in the transaction that deletes it. */
  releaseLinks(tx: Db, owner: number, id: number): Promise<number>;
  /** Called after each stored change. */
  onChanged(id: number): void;
  now: Clock;
}

function subject(workspace: number, id: number) {
  return { workspace, noun: 'overlay', id } as const;
}

function auditedFields(overlay: store.OverlayRecord): AuditedFields {
  const { name, content, position, colors, delaySeconds: delay, isDismissable: dismissable, disabledBy } = overlay;
  const files = { picture: overlay.pictureId, logo: overlay.logoId };
  return { name, ...content, position, ...colors, delay, dismissable, ...files, ...auditedStatus(disabledBy) };
}

/** The columns of a stored overlay. */
function recordOf(overlay: Overlay): store.OverlayRecord {
  return { ...overlay, pictureId: overlay.picture?.id ?? null, logoId: overlay.logo?.id ?? null };
}

function cannotChangeType() {
  return invalidField('type', 'cannot_change');
}

function filesIn({ picture, logo }: OverlayChange) {
  return { picture, logo };
}

export function createOverlayService(parts: Parts): OverlayService {
  const { db, readDb, files, findOurs, releaseLinks, onChanged, now } = parts;

  function assertValid(record: store.OverlayRecord, ours: Map<string, unknown>): void {
    const problems = findOverlayProblems(record, (host) => ours.has(host));
    if (problems.length > 0) throw invalidFields(problems);
  }

  function warn({ content, pictureId }: store.OverlayRecord): Warned {
    const warning = warnAboutGaps(content, pictureId !== null);
    return { warnings: warning ? [warning] : [] };
  }

  async function draft(owner: number, body: NewOverlay): Promise<store.OverlayRecord> {
    const record = applyOverlayChange(newOverlay(body.type), body);
    assertValid(record, await findOurs(owner, overlayDestinationHosts(body)));
    await files.assertOwned(owner, filesIn(body));
    return record;
  }

  return {
    list: (scope, request, q) => store.listOverlays(readDb, scope, request, q),
    findOwner: createFindOwner(db, 'overlays', overlayNotFound),
    findShown: (id) => store.findShownOverlay(db, id),
    owns: async (owner, id) => (await store.findOverlay(db, owner, id)) !== undefined,

    async get(owner, id) {
      const found = await store.findOverlay(db, owner, id);
      if (!found) throw overlayNotFound();
      return found;
    },

    async preview(owner, body) {
      const record = await draft(owner, body);
      const { pictureId, logoId, disabledBy: _, ...look } = record;
      const [picture, logo] = await Promise.all([files.show(owner, pictureId), files.show(owner, logoId)]);
      return { look: { ...look, picture, logo }, ...warn(record) };
    },

    async create(owner, body) {
      const record = await draft(owner, body);
      const id = await transaction(db, async (tx) => {
        const made = await store.insertOverlay(tx, owner, record, now());
        await recordCreate(tx, subject(owner, made), auditedFields(record));
        return made;
      });
      return { id, ...warn(record) };
    },

    async update(owner, id, change, by = OWNER) {
      const ours = await findOurs(owner, overlayDestinationHosts(change));
      await files.assertOwned(owner, filesIn(change));
      const record = await transaction(db, async (tx) => {
        const isLocked = await lockOwned(tx, 'overlays', owner, id);
        const found = isLocked && (await store.findOverlay(tx, owner, id));
        if (!found) throw overlayNotFound();
        if (change.type !== undefined && change.type !== found.content.type) throw cannotChangeType();
        const before = recordOf(found);
        const after = applyOverlayChange(before, change, by);
        assertValid(after, ours);
        await store.updateOverlay(tx, owner, id, after);
        await recordUpdate(tx, subject(owner, id), auditedFields(before), auditedFields(after));
        return after;
      });
      onChanged(id);
      return warn(record);
    },

    async changeStatus(owner, id, status, by) {
      const isFound = await transaction(db, (tx) => changeStatus(tx, 'overlays', { owner, id }, status, by));
      if (!isFound) throw overlayNotFound();
      onChanged(id);
    },

    async remove(owner, id, deletion = TO_TRASH) {
      const links = await transaction(db, async (tx) => {
        const found = await store.findOverlay(tx, owner, id);
        if (!found || !(await deleteToTrash(tx, 'overlay', { owner, id, now: now() }, deletion)))
          throw overlayNotFound();
        await recordDelete(tx, subject(owner, id), auditedFields(recordOf(found)));
        return releaseLinks(tx, owner, id);
      });
      onChanged(id);
      return links;
    },
  };
}
