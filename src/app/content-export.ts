import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { Db } from '../db/db.ts';
import type { ImportReport } from '../imports/import.ts';
import { importExport, type RestoreResult, type RestoreSettings } from '../imports/signpost/import-export.ts';
import { writeExport } from '../imports/signpost/write-export.ts';
import type { Clock } from '../lib/date-time.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import type { FileService } from '../resources/files/file.service.ts';

/** Exports everything of a workspace, and imports it again. */
export interface ContentExport {
  /** A zip archive of what a workspace has; of everything without one. */
  write(owner: number | undefined): AsyncGenerator<Uint8Array>;
  restore(
    owner: number,
    path: string,
    settings: RestoreSettings,
    onProgress: (report: ImportReport) => void,
  ): Promise<RestoreResult>;
}

interface Parts {
  db: Db;
  readDb: Db;
  files: FileService;
  domains: Pick<DomainService, 'takeBack' | 'findOwned' | 'findOurs'>;
  config: Config;
  now: Clock;
}

export function createContentExport({ db, readDb, files, domains, config, now }: Parts): ContentExport {
  const { baseUrl } = config;
  const mainHost = new URL(baseUrl).host;
  const restoring = {
    db,
    writePicture: files.restoreBytes,
    claimDomain: domains.takeBack,
    isMainHost: (host: string) => host === mainHost,
    findOurs: domains.findOurs,
    now,
    findDomainId: async (owner: number, host: string) =>
      host === mainHost ? MAIN_DOMAIN : (await domains.findOwned(owner, host))?.id,
  };
  return {
    write: (owner) => writeExport({ db: readDb, files, baseUrl, program: version, now }, owner),
    restore: (owner, path, settings, onProgress) => importExport(restoring, owner, path, settings, onProgress),
  };
}
