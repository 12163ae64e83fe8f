import { type FieldError, fieldError, invalidFields } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { deleteOwned } from '../../db/owned.ts';
import { recordCreate, recordDelete } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { ShownPicture } from '../../pages/shown-picture.ts';
import { addressOf, readToken } from './file.address.ts';
import type { FileStorage } from './file.storage.ts';
import * as store from './file.store.ts';
import { fileNotFound, MAX_FILES, type StoredFile, tooManyFiles } from './file.ts';
import { redrawOrThrow } from './redraw-or-throw.ts';

/** The operations on files. */
export interface FileService {
  list(owner: number, request: PageRequest): Promise<Page<StoredFile>>;
  /** Redraws and stores a picture; throws if it cannot be decoded. */
  add(owner: number, bytes: Uint8Array): Promise<StoredFile>;
  /** Stores the PNG of a row that was restored from an export. */
  restoreBytes(id: number, png: Uint8Array): Promise<void>;
  /** The stored PNG. */
  read(owner: number, id: number): Promise<Uint8Array>;
  remove(owner: number, id: number): Promise<void>;
  /** The files among these ids that belong to the owner, in any order. */
  findAll(owner: number, ids: number[]): Promise<StoredFile[]>;
  /** Throws if files do not belong to the owner; lists the field of each. */
  assertOwned(owner: number, fields: Record<string, number | null | undefined>): Promise<void>;
  /** The public path of a picture, the same on every host. */
  addressOf(id: number): string;
  /** A file of the owner as pages show it; null if there is none. */
  show(owner: number, id: number | null): Promise<ShownPicture | null>;
  /** Whether a picture exists for the token of a public path. */
  isShown(token: string): Promise<boolean>;
  /** The PNG for the token of a public path, of any owner. */
  findByToken(token: string): Promise<Uint8Array | undefined>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  storage: FileStorage;
  /** Signs the public paths of pictures. */
  secret: string;
  now: Clock;
}

export function createFileService({ db, readDb, storage, secret, now }: Parts): FileService {
  async function assertRoom(tx: Db, owner: number): Promise<void> {
    if ((await store.countFiles(tx, owner)) >= MAX_FILES) throw tooManyFiles();
  }

  return {
    restoreBytes: (id, png) => storage.write(id, png),
    list: (owner, request) => store.listFiles(readDb, owner, request),
    findAll: (owner, ids) => store.findFiles(db, owner, ids),
    async isShown(token) {
      const id = readToken(secret, token);
      return id !== undefined && store.hasFile(db, id);
    },

    async add(owner, bytes) {
      // The quota is also checked here, before the picture is converted: that would be wasted work for a full account.
      await assertRoom(db, owner);
      const { bytes: png, width, height } = await redrawOrThrow(bytes);
      const facts = { width, height, size: png.byteLength, createdAt: now() };
      const written: number[] = [];
      try {
        return await transaction(db, async (tx) => {
          const id = await store.insertFile(tx, owner, facts);
          if ((await store.countFiles(tx, owner)) > MAX_FILES) throw tooManyFiles();
          written.push(id);
          // Before the commit: a row must never exist without its bytes.
          await storage.write(id, png);
          await recordCreate(tx, { workspace: owner, noun: 'file', id }, { width, height, size: facts.size });
          return { id, ...facts };
        });
      } catch (error) {
        for (const id of written) await storage.remove(id);
        throw error;
      }
    },

    async read(owner, id) {
      const bytes = (await store.findFile(db, owner, id)) && (await storage.read(id));
      if (!bytes) throw fileNotFound();
      return bytes;
    },

    async remove(owner, id) {
      await transaction(db, async (tx) => {
        const found = await store.findFile(tx, owner, id);
        if (!found || !(await deleteOwned(tx, 'files', owner, id))) throw fileNotFound();
        const { width, height, size } = found;
        await recordDelete(tx, { workspace: owner, noun: 'file', id }, { width, height, size });
      });
      await storage.remove(id);
    },

    async assertOwned(owner, fields) {
      const problems: FieldError[] = [];
      for (const [field, id] of Object.entries(fields)) {
        const isMissing = id && !(await store.findFile(db, owner, id));
        if (isMissing) problems.push(fieldError(field, 'no_such_file'));
      }
      if (problems.length > 0) throw invalidFields(problems);
    },

    addressOf: (id) => addressOf(secret, id),

    async show(owner, id) {
      const found = id === null ? undefined : await store.findFile(db, owner, id);
      return found ? { src: addressOf(secret, found.id), width: found.width, height: found.height } : null;
    },

    async findByToken(token) {
      const id = readToken(secret, token);
      return id === undefined ? undefined : storage.read(id);
    },
  };
}
