import { failure } from '../core/errors.ts';
import { assertAdmin } from '../http/assert-admin.ts';
import { ok } from '../http/envelope.ts';
import { adminRequired } from '../http/failures.ts';
import { type Route, route } from '../http/route.ts';
import * as contract from './backup.contract.ts';

export const backupRunning = failure('conflict', 'backup_running', 'Wait until it has ended.');

/** What the endpoints need of the schedule. */
export interface BackupControl {
  describe(): Promise<contract.BackupsView>;
  /** Starts a backup in the background; false if one is being made already. */
  startNow(requestedBy: number): Promise<boolean>;
}

export function backupRoutes(backups: BackupControl): Route[] {
  const group = 'Backups';
  return [
    route({
      method: 'GET',
      path: '/api/backups',
      group,
      summary: 'List the backups on this server, newest first; for administrators',
      answer: contract.listBackupsAnswer,
      fails: [adminRequired],
      handle: async ({ caller }) => {
        assertAdmin(caller);
        return ok({ data: await backups.describe() });
      },
    }),

    route({
      method: 'POST',
      path: '/api/backup/add',
      group,
      summary: 'Start a backup in the background; for administrators',
      answer: contract.createBackupAnswer,
      fails: [adminRequired, backupRunning],
      handle: async ({ caller }) => {
        assertAdmin(caller);
        if (!(await backups.startNow(caller.userId))) throw backupRunning();
        return ok({ message: 'Backup has been started.' as const });
      },
    }),
  ];
}
