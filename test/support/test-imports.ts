import { createImportService, type ImportService } from '../../src/imports/import.service.ts';
import { createVisitorHash } from '../../src/lib/visitor-hash.ts';
import type { TestSite } from './test-site.ts';

type Parts = Parameters<typeof createImportService>[0];

/** The service that imports into a test site, at a fixed time, from the sources that a test gives. */
export function createTestImports(
  { database: { db }, dataDir, site }: TestSite,
  given: Pick<Parts, 'openSource'> & Partial<Parts>,
): ImportService {
  return createImportService({
    ...{ db, readDb: db, unsyncedDb: db, dataDir, links: site.services.links },
    now: () => Date.parse('2026-11-16T12:00:00Z'),
    findDomainId: async () => undefined,
    ...{ hashVisitor: createVisitorHash('secret'), secret: 'secret', retentionDays: 90 },
    ...{ writePicture: async () => {}, claimDomain: async () => {} },
    ...{ assertDomainFits: async () => {}, findAddressProblem: async () => undefined, findOurs: async () => new Map() },
    ...given,
  });
}
