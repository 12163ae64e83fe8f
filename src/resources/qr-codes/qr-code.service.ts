import { toMessage, type Warned } from '../../core/api-messages.ts';
import { invalidFields, toFieldError } from '../../core/errors.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Principal } from '../../core/principal.ts';
import { OWNER, type PublishedStatus, type StatusChanger } from '../../core/take-down.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { changeStatus, createFindOwner, type FindOwner } from '../../db/take-down.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import { makeShortCode } from '../../lib/short-code.ts';
import { hostOf } from '../../lib/url.ts';
import type { QrPicture } from '../../qr/picture.ts';
import { checkReadability } from '../../qr/readability.ts';
import type { DomainHosts } from '../domains/domain-hosts.ts';
import { channelFields, type ItemChannels, noSuchChannel, shortenIds } from '../links/item-channels.ts';
import { MAIN_DOMAIN, warnAboutHost } from '../links/link.ts';
import { auditedQrCode } from './qr-code.audit.ts';
import type { NewQrCode, QrCodeChange, QrCodeFilters, QrCodePreview } from './qr-code.contract.ts';
import { draftQrCode, findOwnHostProblems, type QrDraft } from './qr-code.draft.ts';
import { type ChosenLogo, createChooseLogo, hashLogo, type LogoParts } from './qr-code.logo.ts';
import * as store from './qr-code.store.ts';
import { encodedTextOf, PREVIEW_CODE, type QrCode, type QrWarning, qrCodeNotFound } from './qr-code.ts';

/** The operations on QR codes. */
export interface QrCodeService {
  list(scope: OwnerScope, request: PageRequest, filters: QrCodeFilters): Promise<Page<QrCode>>;
  get(owner: number, id: number): Promise<QrCode>;
  /** The channels that contain a QR code. */
  listChannels(id: number): Promise<number[]>;
  /** `caller` is checked again after the logo is fetched. */
  create(
    owner: number,
    body: NewQrCode,
    caller?: Principal,
  ): Promise<Pick<QrCode, 'id' | 'code' | 'domainId'> & Warned>;
  update(owner: number, id: number, change: QrCodeChange, by?: StatusChanger): Promise<Warned>;
  /** Changes only the status. */
  changeStatus(owner: number, id: number, status: PublishedStatus, by: StatusChanger): Promise<void>;
  findOwner: FindOwner;
  /** Returns what a code would look like, and its warnings; stores nothing. */
  preview(owner: number, body: QrCodePreview): Promise<{ picture: QrPicture; warnings: QrWarning[] }>;
  remove(owner: number, id: number, deletion?: Deletion): Promise<void>;
  /** The QR codes among these ids that belong to the owner, in any order. */
  findMany(owner: number, ids: number[]): Promise<QrCode[]>;
  /** Returns the creation time of a QR code and locks it until the transaction ends. */
  lock(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** For preview pictures: a QR code of any owner. */
  findById(id: number): Promise<QrCode | undefined>;
  /** For pictures and scans: a QR code of any owner. */
  findByCode(code: string): Promise<QrCode | undefined>;
  /** Returns a function that finds the origin of the URLs of each of these codes. */
  readOrigins: DomainHosts['readOrigins'];
  /** The logo as it is drawn, PNG. */
  readLogo(owner: number, id: number): Promise<Uint8Array | undefined>;
  /** For pictures: everything that affects the drawing; undefined if the logo changed at the same moment. */
  readPicture(qr: QrCode): Promise<QrPicture | undefined>;
}

interface Parts extends LogoParts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  channels: ItemChannels;
  /** The hosts of pictures and dynamic codes. */
  hosts: DomainHosts;
  /** Returns which of these hosts belong to this service, each with the origins of its short URLs. */
  findOurs(owner: number, hosts: string[]): Promise<Map<string, string[]>>;
  /** Called after each stored change. */
  onChanged(code: string): void;
  /** Deletes the statistics of a QR code, in the transaction that deletes it for good. */
  eraseStatistics(tx: Db, id: number): Promise<void>;
  now: Clock;
}

function subject(workspace: number, id: number) {
  return { workspace, noun: 'qr', id } as const;
}

/** A draft with everything that its URLs consist of. */
type AddressedDraft = QrDraft & Pick<QrCode, 'code' | 'domainId'>;

// The probability that a random code is taken is at most one in a million.
const CODE_TRIES = 5;

export function createQrCodeService(parts: Parts): QrCodeService {
  const { db, readDb, files, channels, outbound, hosts, findOurs, onChanged, eraseStatistics, now } = parts;

  const chooseLogo = createChooseLogo({ files, outbound });

  async function readOrigin(qr: Pick<QrCode, 'domainId'>): Promise<string> {
    return (await hosts.readOrigins([qr]))(qr);
  }

  function pictureOf(qr: QrDraft & { code: string }, origin: string, logo: Uint8Array | undefined): QrPicture {
    return { content: encodedTextOf(origin, qr), ...qr.design, ...(logo && { logo: { bytes: logo } }) };
  }

  async function assertOwns(owner: number, ids: number[] | null | undefined): Promise<void> {
    for (const id of ids ?? []) if (!(await channels.owns(owner, id))) throw invalidFields([noSuchChannel]);
  }

  /** Throws if a link would cause a redirect loop. */
  async function assertDestinationFits(owner: number, { content }: QrDraft): Promise<void> {
    if (content.type !== 'link') return;
    const problems = findOwnHostProblems(content.data, await findOurs(owner, [hostOf(content.data)]));
    if (problems.length > 0) throw invalidFields(problems);
  }

  /** Throws if the code would be unreadable; returns the other warnings. */
  function checkDraft({ content }: QrDraft, picture: QrPicture): QrWarning[] {
    const { problems, warnings } = checkReadability(picture);
    const destination = content.type === 'link' ? content.data : undefined;
    if (problems.length > 0) throw invalidFields(problems.map(({ field, ...problem }) => toFieldError(field, problem)));
    const aboutHost = destination && warnAboutHost(destination);
    return [
      ...(aboutHost ? [aboutHost] : []),
      ...warnings.map((warning) => toMessage('warnings', warning) as QrWarning),
    ];
  }

  function insert(
    owner: number,
    draft: AddressedDraft,
    logo: ChosenLogo | undefined,
    { channel, caller }: { channel: number[] | null | undefined; caller: Principal | undefined },
  ): Promise<number> {
    const record = { ...draft, logo: logo?.source ?? null, logoHash: logo?.hash ?? null };
    return transaction(db, async (tx) => {
      await assertCallerStays(tx, caller);
      await hosts.lock(tx, owner, record.domainId);
      const createdAt = now();
      const id = await store.insertQrCode(tx, owner, record, createdAt);
      if (logo) await store.replaceLogo(tx, id, logo.bytes);
      if (channel) await channels.move(tx, owner, { id, createdAt }, channel);
      const nameOf = await hosts.readNames(tx, [record]);
      await recordCreate(tx, subject(owner, id), {
        ...auditedQrCode(record, nameOf(record)),
        channel: shortenIds(channel ?? []),
      });
      return id;
    });
  }

  /** Updates a QR code inside the transaction; an undefined logo or domain keeps the current one. */
  async function change(
    tx: Db,
    { owner, id, by }: { owner: number; id: number; by: StatusChanger },
    body: QrCodeChange,
    { logo, domainId, origin }: { logo: ChosenLogo | null | undefined; domainId: number | undefined; origin: string },
  ) {
    await assertCallerStays(tx, by.caller);
    if (domainId !== undefined) await hosts.lock(tx, owner, domainId);
    const before = await store.lockQrCode(tx, owner, id);
    if (!before) throw qrCodeNotFound();
    const address = { code: before.code, domainId: domainId ?? before.domainId };
    const draft = { ...draftQrCode(body.type ?? before.content.type, body, before, by), ...address };
    const kept = { logo: before.logo, logoHash: before.logoHash };
    const bytes = logo === undefined ? await store.findLogo(tx, id) : logo?.bytes;
    const warnings = checkDraft(draft, pictureOf(draft, origin, bytes));
    const facts = logo === undefined ? kept : { logo: logo?.source ?? null, logoHash: logo?.hash ?? null };
    await store.updateQrCode(tx, owner, id, { ...draft, ...facts });
    if (logo !== undefined) await store.replaceLogo(tx, id, logo?.bytes);
    const left = body.channel === undefined ? [] : await channels.listOf(id, tx);
    if (body.channel !== undefined) await channels.move(tx, owner, before, body.channel ?? []);
    const nameOf = await hosts.readNames(tx, [before, draft]);
    const moved = channelFields(left, body.channel ?? []);
    await recordUpdate(
      tx,
      subject(owner, id),
      { ...auditedQrCode(before, nameOf(before)), ...moved.before },
      { ...auditedQrCode({ ...draft, logo: facts.logo }, nameOf(draft)), ...moved.after },
    );
    return { code: before.code, warnings };
  }

  async function get(owner: number, id: number): Promise<QrCode> {
    const found = await store.findQrCode(db, owner, id);
    if (!found) throw qrCodeNotFound();
    return found;
  }

  return {
    list(scope, request, { order, q, channel }) {
      const ids = channel ? channels.idsIn(scope, channel) : undefined;
      return store.listQrCodes(readDb, scope, request, { isByScans: order === 'scans', q, ids });
    },
    get,
    findOwner: createFindOwner(db, 'qr_codes', qrCodeNotFound),
    listChannels: (id) => channels.listOf(id),
    findMany: (owner, ids) => store.findQrCodes(db, owner, ids),
    findById: (id) => store.findById(db, id),
    readOrigins: hosts.readOrigins,
    lock: async (tx, owner, id) => (await store.lockQrCode(tx, owner, id))?.createdAt,
    findByCode: (code) => store.findByCode(db, code),

    async create(owner, body, caller) {
      const draft = draftQrCode(body.type, body);
      const domainId = (await hosts.choose(owner, body.domain)) ?? MAIN_DOMAIN;
      const origin = await readOrigin({ domainId });
      await assertOwns(owner, body.channel);
      await assertDestinationFits(owner, draft);
      const logo = body.logo ? await chooseLogo(owner, body.logo) : undefined;
      for (let tries = 1; ; tries += 1) {
        const withCode = { ...draft, domainId, code: makeShortCode(await store.countAllQrCodes(db)) };
        const warnings = checkDraft(withCode, pictureOf(withCode, origin, logo?.bytes));
        try {
          const id = await insert(owner, withCode, logo, { channel: body.channel, caller });
          onChanged(withCode.code);
          return { id, code: withCode.code, domainId, warnings };
        } catch (error) {
          if (duplicatedColumn(error) !== 'qr_codes.code' || tries === CODE_TRIES) throw error;
        }
      }
    },

    async update(owner, id, body, by = OWNER) {
      // Checked before the transaction too, so that no logo is fetched for a request that will be refused.
      const before = await get(owner, id);
      await assertDestinationFits(owner, draftQrCode(body.type ?? before.content.type, body, before, by));
      await assertOwns(owner, body.channel);
      const domainId = await hosts.choose(owner, body.domain);
      const origin = await readOrigin({ domainId: domainId ?? before.domainId });
      const logo = body.logo ? await chooseLogo(owner, body.logo) : body.logo;
      const chosen = { logo, domainId, origin };
      const { code, warnings } = await transaction(db, (tx) => change(tx, { owner, id, by }, body, chosen));
      onChanged(code);
      return { warnings };
    },

    async changeStatus(owner, id, status, by) {
      const { code } = await get(owner, id);
      const isFound = await transaction(db, (tx) => changeStatus(tx, 'qr_codes', { owner, id }, status, by));
      if (!isFound) throw qrCodeNotFound();
      onChanged(code);
    },

    async preview(owner, { id, ...body }) {
      const before = id ? await get(owner, id) : undefined;
      const domainId = (await hosts.choose(owner, body.domain)) ?? before?.domainId ?? MAIN_DOMAIN;
      const draft = { ...draftQrCode(body.type, body, before), domainId, code: before?.code ?? PREVIEW_CODE };
      await assertOwns(owner, body.channel);
      await assertDestinationFits(owner, draft);
      const kept = before && body.logo === undefined ? await store.findLogo(db, before.id) : undefined;
      const logo = body.logo ? (await chooseLogo(owner, body.logo)).bytes : kept;
      const picture = pictureOf(draft, await readOrigin(draft), logo);
      return { warnings: checkDraft(draft, picture), picture };
    },

    async remove(owner, id, deletion = TO_TRASH) {
      const { code } = await transaction(db, async (tx) => {
        const found = await store.findQrCode(tx, owner, id);
        const place = { owner, id, now: now() };
        if (!found || !(await deleteToTrash(tx, 'qr', place, deletion))) throw qrCodeNotFound();
        if (deletion.isForGood) await eraseStatistics(tx, id);
        await channels.leave(tx, id);
        const nameOf = await hosts.readNames(tx, [found]);
        await recordDelete(tx, subject(owner, id), auditedQrCode(found, nameOf(found)));
        return found;
      });
      onChanged(code);
    },

    async readLogo(owner, id) {
      await get(owner, id);
      return store.findLogo(db, id);
    },

    async readPicture(qr) {
      const origin = await readOrigin(qr);
      if (qr.logoHash === null) return pictureOf(qr, origin, undefined);
      const logo = await store.findLogo(db, qr.id);
      return logo && hashLogo(logo) === qr.logoHash ? pictureOf(qr, origin, logo) : undefined;
    },
  };
}
