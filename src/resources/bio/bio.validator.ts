import type { ApiMessage } from '../../core/api-messages.ts';
import { type FieldError, fieldError, invalidField, invalidFields, toFieldError } from '../../core/errors.ts';
import { hostOf } from '../../lib/url.ts';
import { measureBioPage } from '../../pages/bio/bio-page.ts';
import type { FileService } from '../files/file.service.ts';
import { warnAboutHost } from '../links/link.ts';
import type { BioPageChange } from './bio.contract.ts';
import { addressesIn, assertCodesFit, filesIn } from './bio.draft.ts';
import { pictureIdsOf, toFacts } from './bio.facts.ts';
import type { FindAddressProblem } from './bio.own-address.ts';
import type { BioRecord } from './bio.store.ts';
import { MAX_PAGE_BYTES, warnAboutAccent } from './bio.ts';
import type { PlacedBlock } from './bio-block.store.ts';

interface Parts {
  files: Pick<FileService, 'findAll'>;
  pictureUrl(fileId: number): string;
  findAddressProblem: FindAddressProblem;
}

/** Validates a page against files, hosts and size limits. */
export interface BioValidator {
  /** Throws if fields name missing files, files of another user, or forbidden addresses of this service; lists all of them. */
  assertFits(owner: number, change: BioPageChange): Promise<void>;
  /** Throws if the page would be too large; `field` is the field to report, `origin` the start of its URL. */
  assertSmall(page: { record: BioRecord; blocks: PlacedBlock[]; origin: string }, field: string): void;
}

// The longest block id and the largest picture, so that the size check assumes the worst case.
const LONGEST_ID = 999_999_999;
const LARGEST = { width: 4096, height: 4096 };

export function createBioValidator({ files, pictureUrl, findAddressProblem }: Parts): BioValidator {
  return {
    async assertFits(owner, change) {
      assertCodesFit(change);
      const problems: FieldError[] = [];
      const fileFields = filesIn(change);
      const found = await files.findAll(owner, [...new Set(fileFields.map(([, id]) => id))]);
      const owned = new Set(found.map(({ id }) => id));
      for (const [field, id] of fileFields) {
        if (!owned.has(id)) problems.push(fieldError(field, 'no_such_file'));
      }
      for (const [field, href] of addressesIn(change)) {
        const problem = await findAddressProblem(owner, href);
        if (problem) problems.push(toFieldError(field, problem));
      }
      if (problems.length > 0) throw invalidFields(problems);
    },

    assertSmall({ record, blocks, origin }, field) {
      const numbered = blocks.map(({ data }) => ({ id: LONGEST_ID, data }));
      const pictures = new Map(pictureIdsOf(record, numbered).map((id) => [id, { src: pictureUrl(id), ...LARGEST }]));
      const bytes = measureBioPage(toFacts(record, numbered, pictures, origin));
      if (bytes <= MAX_PAGE_BYTES) return;
      throw invalidField(field, 'page_too_large', { bytes, max: MAX_PAGE_BYTES });
    },
  };
}

/** The warnings about a change that was stored. */
export function warningsFor(record: BioRecord, change: BioPageChange): ApiMessage[] {
  const hasNewColors = change.accent !== undefined || change.theme !== undefined;
  // Two addresses on one host get one warning.
  const hosts = new Map(addressesIn(change).map(([, href]) => [hostOf(href), warnAboutHost(href)]));
  const warnings = [hasNewColors ? warnAboutAccent(record) : undefined, ...hosts.values()];
  return warnings.filter((warning) => warning !== undefined);
}
