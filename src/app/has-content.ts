import type { Db } from '../db/db.ts';
import { listOwnedIds } from '../db/give-rows.ts';
import type { ContentTable } from './delete-content.ts';

// An object, so that a new table does not compile until it is here.
const contentTables: Record<ContentTable | 'links', true> = {
  ...{
    links: true,
    qr_codes: true,
    campaigns: true,
    channels: true,
    bio_pages: true,
    overlays: true,
    splash_pages: true,
  },
  ...{ files: true, pixels: true, utm_templates: true, domains: true },
};

/** Whether a user or a workspace owns anything. */
export async function hasContent(db: Db, owner: number): Promise<boolean> {
  for (const table of Object.keys(contentTables) as (keyof typeof contentTables)[]) {
    const [id] = await listOwnedIds(db, table, owner, { after: 0, limit: 1 });
    if (id !== undefined) return true;
  }
  return false;
}
