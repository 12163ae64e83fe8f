import { z } from 'zod';
import type { Db } from '../db/db.ts';

const NAME = 'acme_account';

const accountSchema = z.object({
  version: z.literal(1),
  /** The directory of the certificate authority that knows the account. */
  directory: z.string(),
  /** The URL of the account. */
  url: z.string(),
  /** PEM, encrypted with SECRET. */
  sealedKey: z.string(),
});

/** The account of this installation at a certificate authority. */
export type StoredAccount = Omit<z.infer<typeof accountSchema>, 'version'>;

/** Finds the account at this directory. */
export async function findAcmeAccount(db: Db, directory: string): Promise<StoredAccount | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  const account = row ? accountSchema.parse(JSON.parse(row.value)) : undefined;
  return account?.directory === directory ? account : undefined;
}

/** Keeps the account, in place of that of another directory. */
export async function saveAcmeAccount(db: Db, account: StoredAccount): Promise<void> {
  const value = JSON.stringify({ version: 1, ...account } satisfies z.infer<typeof accountSchema>);
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
