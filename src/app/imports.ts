import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { type BackgroundImports, createBackgroundImports } from '../imports/background-imports.ts';
import { createImportService, type ImportService } from '../imports/import.service.ts';
import { changeRunStatus, listRunning, readRunStates } from '../imports/import.store.ts';
import { toReason } from '../imports/import.ts';
import { tidyImports } from '../imports/import-files.ts';
import { isLeft } from '../imports/import-lease.ts';
import { openSource } from '../imports/open-source.ts';
import { isRunnableHere } from '../imports/run-job.ts';
import { importCrashed } from '../imports/source-failures.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { createVisitorHash } from '../lib/visitor-hash.ts';
import { createFindAddressProblem } from '../resources/bio/bio.own-address.ts';
import { findBioPageAt } from '../resources/bio/bio.store.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { MAIN_DOMAIN, readHost } from '../resources/domains/domain.ts';
import type { FileService } from '../resources/files/file.service.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { ImportJobs } from './import-jobs.ts';
import { isPublicAddress } from './outbound.ts';

interface Parts {
  db: Db;
  readDb: Db;
  unsyncedDb: Db;
  links: LinkService;
  domains: DomainService;
  files: FileService;
  isOwnHost(host: string): boolean;
  config: Config;
  secret: string;
  now: Clock;
  log: Log;
}

/** Creates what imports links with their history: at once, and in the background. */
export function openImports({
  db,
  readDb,
  unsyncedDb,
  links,
  domains,
  files,
  isOwnHost,
  config,
  secret,
  now,
  log,
}: Parts): {
  imports: ImportService;
  backgroundImports: BackgroundImports;
  importJobs: ImportJobs;
} {
  const mainHost = new URL(config.baseUrl).host;
  const findDomainId = async (owner: number, host: string) =>
    readHost(host)?.host === mainHost ? MAIN_DOMAIN : (await domains.findOwned(owner, host))?.id;
  const imports = createImportService({
    ...{ db, readDb, unsyncedDb, links, openSource, findDomainId, secret, now, dataDir: config.dataDir },
    hashVisitor: createVisitorHash(secret),
    retentionDays: config.clickRetentionDays,
    writePicture: files.restoreBytes,
    claimDomain: domains.takeBack,
    assertDomainFits: (owner, { address, ...redirects }) => domains.assertFits(owner, redirects, address),
    findAddressProblem: createFindAddressProblem({
      ...{ baseUrl: config.baseUrl, isOwnHost },
      findAlias: (alias) => links.findAlias(db, MAIN_DOMAIN, alias),
      findSlug: (slug) => findBioPageAt(db, { domainId: MAIN_DOMAIN, slug }),
    }),
    findOurs: domains.findOurs,
  });
  const backgroundImports = createBackgroundImports({
    ...{ db, secret, findDomainId, now, dataDir: config.dataDir },
    isPublic: (url) => isPublicAddress(config, url),
  });
  const importJobs = new ImportJobs({
    pauseCrashed: (id) =>
      changeRunStatus(db, id, { from: ['running'], to: 'paused', reason: toReason(importCrashed()), now: now() }),
    async listWaiting() {
      const running = (await listRunning(db, now())).filter(isRunnableHere);
      const waiting = running.filter(({ holder }) => holder === null || isLeft(holder));
      return waiting.map(({ id, author, owner }) => ({ id, userId: author ?? owner }));
    },
    readStates: (ids) => readRunStates(db, ids),
    tidy: () => tidyImports(db, config.dataDir, now()),
    now,
    log,
  });
  return { imports, backgroundImports, importJobs };
}
