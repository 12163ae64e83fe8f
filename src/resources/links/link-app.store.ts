import type { Db } from '../../db/db.ts';
import { type LinkApp, writeApp } from './app-target.ts';

/** Changes the apps of these links of the owner, and whether they leave the browsers of apps; undefined keeps a value. */
export async function updateApps(
  tx: Db,
  owner: number,
  ids: number[],
  { app, leavesApps }: { app: LinkApp | null | undefined; leavesApps: boolean | null | undefined },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('links')
    .set((eb) => ({
      app: app === undefined ? eb.ref('app') : writeApp(app),
      escapes: leavesApps === undefined ? eb.ref('escapes') : Number(leavesApps ?? false),
    }))
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .execute();
}
