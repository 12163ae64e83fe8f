import type { AuditedFields } from '../../core/audit.ts';
import { changeField } from '../../core/change-field.ts';
import { invalidFields } from '../../core/errors.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { changeDisabledBy, OWNER, type PublishedStatus, type StatusChanger } from '../../core/take-down.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { auditedStatus, changeStatus, createFindOwner, type FindOwner } from '../../db/take-down.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import { findColorProblems } from '../../pages/palette.ts';
import type { SplashLook } from '../../pages/splash.ts';
import type { FileService } from '../files/file.service.ts';
import type { NewSplashPage, SplashPageChange } from './splash-page.contract.ts';
import * as store from './splash-page.store.ts';
import { DEFAULT_SECONDS, type SplashPage, splashPageNotFound } from './splash-page.ts';

/** The operations on splash pages. */
export interface SplashPageService {
  list(scope: OwnerScope, request: PageRequest, q?: string): Promise<Page<SplashPage>>;
  get(owner: number, id: number): Promise<SplashPage>;
  create(owner: number, body: NewSplashPage): Promise<number>;
  update(owner: number, id: number, change: SplashPageChange, by?: StatusChanger): Promise<void>;
  /** Changes only the status. */
  changeStatus(owner: number, id: number, status: PublishedStatus, by: StatusChanger): Promise<void>;
  findOwner: FindOwner;
  /** Builds the page that visitors would see; stores nothing. */
  preview(owner: number, body: NewSplashPage): Promise<SplashLook>;
  /** Returns how many links used it. */
  remove(owner: number, id: number, deletion?: Deletion): Promise<number>;
  owns(owner: number, id: number): Promise<boolean>;
  /** For the redirect: a splash page of any owner. */
  findShown(id: number): Promise<SplashPage | undefined>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  files: Pick<FileService, 'assertOwned' | 'show'>;
  /** Turns the links that use a splash page into direct links, in the transaction that deletes it. */
  releaseLinks(tx: Db, owner: number, id: number): Promise<number>;
  /** Called after each stored change. */
  onChanged(id: number): void;
  now: Clock;
}

const NEW_PAGE: store.SplashPageRecord = {
  name: '',
  title: '',
  text: '',
  button: '',
  seconds: DEFAULT_SECONDS,
  colors: { background: null, foreground: null, accent: null },
  pictureId: null,
  logoId: null,
  disabledBy: null,
};

function applyChange(
  before: store.SplashPageRecord,
  change: SplashPageChange,
  by: StatusChanger = OWNER,
): store.SplashPageRecord {
  const { colors } = before;
  return {
    name: change.name ?? before.name,
    title: changeField(change.title, before.title, ''),
    text: changeField(change.text, before.text, ''),
    button: changeField(change.button, before.button, ''),
    seconds: changeField(change.seconds, before.seconds, DEFAULT_SECONDS),
    colors: {
      background: changeField(change.background, colors.background, null),
      foreground: changeField(change.foreground, colors.foreground, null),
      accent: changeField(change.accent, colors.accent, null),
    },
    pictureId: changeField(change.picture, before.pictureId, null),
    logoId: changeField(change.logo, before.logoId, null),
    disabledBy: changeDisabledBy(before.disabledBy, change.status, by),
  };
}

function subject(workspace: number, id: number) {
  return { workspace, noun: 'splash', id } as const;
}

function auditedFields({ colors, pictureId, logoId, disabledBy, ...page }: store.SplashPageRecord): AuditedFields {
  const { name, title, text, button, seconds } = page;
  const files = { picture: pictureId, logo: logoId };
  return { name, title, text, button, seconds, ...colors, ...files, ...auditedStatus(disabledBy) };
}

/** The columns of a stored page. */
function recordOf(page: SplashPage): store.SplashPageRecord {
  return { ...page, pictureId: page.picture?.id ?? null, logoId: page.logo?.id ?? null };
}

function assertReadable({ colors }: Pick<store.SplashPageRecord, 'colors'>): void {
  const problems = findColorProblems(colors);
  if (problems.length > 0) throw invalidFields(problems);
}

function filesIn({ picture, logo }: SplashPageChange) {
  return { picture, logo };
}

export function createSplashPageService({ db, readDb, files, releaseLinks, onChanged, now }: Parts): SplashPageService {
  return {
    list: (scope, request, q) => store.listSplashPages(readDb, scope, request, q),
    findOwner: createFindOwner(db, 'splash_pages', splashPageNotFound),
    findShown: (id) => store.findShownSplashPage(db, id),
    owns: async (owner, id) => (await store.findSplashPage(db, owner, id)) !== undefined,

    async get(owner, id) {
      const found = await store.findSplashPage(db, owner, id);
      if (!found) throw splashPageNotFound();
      return found;
    },

    async create(owner, body) {
      const record = applyChange(NEW_PAGE, body);
      assertReadable(record);
      await files.assertOwned(owner, filesIn(body));
      return transaction(db, async (tx) => {
        const id = await store.insertSplashPage(tx, owner, record, now());
        await recordCreate(tx, subject(owner, id), auditedFields(record));
        return id;
      });
    },

    async preview(owner, body) {
      const { pictureId, logoId, disabledBy: _, ...look } = applyChange(NEW_PAGE, body);
      assertReadable(look);
      await files.assertOwned(owner, filesIn(body));
      const [picture, logo] = await Promise.all([files.show(owner, pictureId), files.show(owner, logoId)]);
      return { ...look, picture, logo };
    },

    async update(owner, id, change, by = OWNER) {
      await files.assertOwned(owner, filesIn(change));
      await transaction(db, async (tx) => {
        const isLocked = await lockOwned(tx, 'splash_pages', owner, id);
        const found = isLocked && (await store.findSplashPage(tx, owner, id));
        if (!found) throw splashPageNotFound();
        const before = recordOf(found);
        const record = applyChange(before, change, by);
        assertReadable(record);
        await store.updateSplashPage(tx, owner, id, record);
        await recordUpdate(tx, subject(owner, id), auditedFields(before), auditedFields(record));
      });
      onChanged(id);
    },

    async changeStatus(owner, id, status, by) {
      const isFound = await transaction(db, (tx) => changeStatus(tx, 'splash_pages', { owner, id }, status, by));
      if (!isFound) throw splashPageNotFound();
      onChanged(id);
    },

    async remove(owner, id, deletion = TO_TRASH) {
      const links = await transaction(db, async (tx) => {
        const found = await store.findSplashPage(tx, owner, id);
        if (!found || !(await deleteToTrash(tx, 'splash', { owner, id, now: now() }, deletion)))
          throw splashPageNotFound();
        await recordDelete(tx, subject(owner, id), auditedFields(recordOf(found)));
        return releaseLinks(tx, owner, id);
      });
      onChanged(id);
      return links;
    },
  };
}
