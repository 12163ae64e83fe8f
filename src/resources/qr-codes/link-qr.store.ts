import type { Db } from '../../db/db.ts';
import type { LinkQrCode } from './link-qr.ts';
import type { QrDesign } from './qr-code.ts';

/** A QR code with the logo to draw. */
export interface StoredLinkQr extends LinkQrCode {
  logoBytes: Uint8Array | undefined;
}

/** The stored design; undefined if the code has the default one. */
export async function findLinkQr(db: Db, owner: number, linkId: number): Promise<StoredLinkQr | undefined> {
  const row = await db
    .selectFrom('link_qr_codes')
    .select(['design', 'logo', 'logo_bytes'])
    .where('user_id', '=', owner)
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  return row && { design: JSON.parse(row.design) as QrDesign, logo: row.logo, logoBytes: row.logo_bytes ?? undefined };
}

export async function putLinkQr(tx: Db, owner: number, linkId: number, code: StoredLinkQr): Promise<void> {
  const changed = { design: JSON.stringify(code.design), logo: code.logo, logo_bytes: code.logoBytes ?? null };
  await tx
    .insertInto('link_qr_codes')
    .values({ link_id: linkId, user_id: owner, ...changed })
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(changed))
    .execute();
}
