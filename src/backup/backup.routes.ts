import { z } from 'zod';
import { failure } from '../core/errors.ts';
import { type ConfirmCaller, confirmationBody, confirmFailures } from '../http/account-access.ts';
import { assertAdmin } from '../http/assert-admin.ts';
import { ok } from '../http/envelope.ts';
import { adminRequired } from '../http/failures.ts';
import { type Route, route, streamRoute } from '../http/route.ts';
import * as contract from './backup.contract.ts';

export const backupRunning = failure('conflict', 'backup_running', 'Wait until it has ended.');

export const backupNotFound = failure('not_found', 'backup_not_found', 'Get the name from `GET /api/backups`.');

export const backupsUnavailable = failure(
  'unavailable',
  'backups_unavailable',
  'Try again shortly. For the operator: `GET /api/backups` and `signpost doctor` show the reason.',
);

/** What the endpoints need of the schedule. */
export interface BackupControl {
  describe(): Promise<contract.BackupsView>;
  /** Starts a backup in the background; false if one is being made already. */
  startNow(requestedBy: number): Promise<boolean>;
  hasFile(name: string): Promise<boolean>;
  /** Streams a backup; undefined if there is none with this name. */
  openFile(name: string, requestedBy: number): Promise<ReadableStream<Uint8Array> | undefined>;
}

interface Parts {
  backups: BackupControl;
  /** A backup contains every password hash and the secret, so a stolen session must not be enough to download it. */
  confirm: ConfirmCaller;
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw backupsUnavailable({ cause });
  }
}

export function backupRoutes({ backups, confirm }: Parts): Route[] {
  const group = 'Backups';
  return [
    route({
      method: 'GET',
      path: '/api/backups',
      scope: 'account',
      group,
      summary: 'List the backups of this server, newest first; for administrators',
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
      scope: 'account',
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

    route({
      method: 'POST',
      path: '/api/backup/:name/confirm',
      scope: 'account',
      group,
      summary: 'Confirm your password for the download of a backup; for administrators',
      params: contract.backupParams,
      body: confirmationBody,
      answer: contract.confirmDownloadAnswer,
      fails: [adminRequired, ...confirmFailures, backupNotFound, backupsUnavailable],
      handle: async ({ caller, params, body, request }) => {
        assertAdmin(caller);
        await confirm(caller, body, request);
        if (!(await orUnavailable(backups.hasFile(params.name)))) throw backupNotFound();
        return ok({ link: `/api/backup/${params.name}` });
      },
    }),

    streamRoute({
      method: 'GET',
      path: '/api/backup/:name',
      scope: 'account',
      group,
      summary: 'Download a backup; for administrators. A session must have confirmed its password within ten minutes',
      params: contract.backupParams,
      streams: 'application/vnd.sqlite3',
      answer: z.string().describe('The file, which contains the secret: keep it safe'),
      fails: [adminRequired, ...confirmFailures, backupNotFound, backupsUnavailable],
      handle: async ({ caller, params, request }) => {
        assertAdmin(caller);
        await confirm(caller, {}, request);
        const stream = await orUnavailable(backups.openFile(params.name, caller.userId));
        if (!stream) throw backupNotFound();
        return stream;
      },
    }),
  ];
}
