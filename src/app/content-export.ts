import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { Db } from '../db/db.ts';
import { writeExport } from '../imports/signpost/write-export.ts';
import type { Clock } from '../lib/date-time.ts';
import type { FileService } from '../resources/files/file.service.ts';

/** Exports everything of a workspace. */
export interface ContentExport {
  /** A zip archive of what a workspace has; of everything without one. */
  write(owner: number | undefined): AsyncGenerator<Uint8Array>;
}

interface Parts {
  readDb: Db;
  files: FileService;
  config: Config;
  now: Clock;
}

export function createContentExport({ readDb, files, config, now }: Parts): ContentExport {
  const { baseUrl } = config;
  return {
    write: (owner) => writeExport({ db: readDb, files, baseUrl, program: version, now }, owner),
  };
}
