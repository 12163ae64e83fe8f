import { toMessage, type Warned } from '../../core/api-messages.ts';
import type { AuditedFields } from '../../core/audit.ts';
import { invalidFields, toFieldError } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { QrPicture } from '../../qr/picture.ts';
import { checkReadability } from '../../qr/readability.ts';
import type { LinkService } from '../links/link.service.ts';
import { linkNotFound } from '../links/link.ts';
import type { LinkQrChange } from './link-qr.contract.ts';
import * as store from './link-qr.store.ts';
import { type LinkQrCode, scanUrlOf } from './link-qr.ts';
import { changeDesign } from './qr-code.draft.ts';
import { createChooseLogo, type LogoParts } from './qr-code.logo.ts';
import type { QrWarning } from './qr-code.ts';
import { toDesignView } from './qr-code.views.ts';

/** The operations on the QR codes of links. */
export interface LinkQrService {
  get(owner: number, linkId: number): Promise<LinkQrCode & { url: string }>;
  /** Everything that affects the drawing. */
  readPicture(owner: number, linkId: number): Promise<QrPicture>;
  /** `caller` is checked again after the logo is fetched. */
  update(owner: number, linkId: number, change: LinkQrChange, caller: Principal): Promise<Warned>;
}

interface Parts extends LogoParts {
  db: Db;
  links: Pick<LinkService, 'getLink' | 'lock' | 'readShortUrls'>;
}

const DEFAULT_CODE: store.StoredLinkQr = { design: {}, logo: null, logoBytes: undefined };

function pictureOf(url: string, { design, logoBytes }: store.StoredLinkQr): QrPicture {
  return { content: url, ...design, ...(logoBytes && { logo: { bytes: logoBytes } }) };
}

/** The design in the audit log. It belongs to the link, whose own fields must not be confused with it. */
function auditedDesign({ design, logo }: store.StoredLinkQr): AuditedFields {
  return Object.fromEntries(Object.entries(toDesignView(design, logo)).map(([field, value]) => [`qr.${field}`, value]));
}

/** Throws if the code would be unreadable; returns the other warnings. */
function checkPicture(picture: QrPicture): QrWarning[] {
  const { problems, warnings } = checkReadability(picture);
  if (problems.length > 0) throw invalidFields(problems.map(({ field, ...problem }) => toFieldError(field, problem)));
  return warnings.map((warning) => toMessage('warnings', warning) as QrWarning);
}

export function createLinkQrService({ db, links, files, outbound }: Parts): LinkQrService {
  const chooseLogo = createChooseLogo({ files, outbound });

  async function readUrl(owner: number, linkId: number): Promise<string> {
    const link = await links.getLink(owner, linkId);
    return scanUrlOf((await links.readShortUrls([link]))(link));
  }

  async function read(owner: number, linkId: number): Promise<store.StoredLinkQr> {
    return (await store.findLinkQr(db, owner, linkId)) ?? DEFAULT_CODE;
  }

  return {
    async get(owner, linkId) {
      const url = await readUrl(owner, linkId);
      const { design, logo } = await read(owner, linkId);
      return { url, design, logo };
    },

    async readPicture(owner, linkId) {
      const url = await readUrl(owner, linkId);
      return pictureOf(url, await read(owner, linkId));
    },

    async update(owner, linkId, change, caller) {
      const url = await readUrl(owner, linkId);
      const logo = change.logo ? await chooseLogo(owner, change.logo) : change.logo;
      return transaction(db, async (tx) => {
        await assertCallerStays(tx, caller);
        if ((await links.lock(tx, owner, linkId)) === undefined) throw linkNotFound();
        const before = (await store.findLinkQr(tx, owner, linkId)) ?? DEFAULT_CODE;
        const shown = logo === undefined ? before : { logo: logo?.source ?? null, logoBytes: logo?.bytes };
        const after = { ...before, ...shown, design: changeDesign(before.design, change) };
        const warnings = checkPicture(pictureOf(url, after));
        await store.putLinkQr(tx, owner, linkId, after);
        const subject = { workspace: owner, noun: 'url', id: linkId } as const;
        await recordUpdate(tx, subject, auditedDesign(before), auditedDesign(after));
        return { warnings };
      });
    },
  };
}
