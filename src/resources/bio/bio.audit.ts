import type { AuditedFields } from '../../core/audit.ts';
import { auditedStatus } from '../../db/take-down.ts';
import type { BlockData } from './bio.block.ts';
import type { BioRecord } from './bio.store.ts';
import { bioStatusOf } from './bio.ts';

/** The fields of a page in the audit log; `domain` is the name of its branded domain. */
export function auditedBioPage(
  page: BioRecord,
  blocks: { id?: number | undefined; data: BlockData }[],
  domain: string | null,
): AuditedFields {
  const { name, slug, headline, text, avatar, theme, accent, language, hasFooter, disabledBy } = page;
  return {
    ...{ name, slug, domain, headline, text, avatar, theme, accent, language, footer: hasFooter },
    ...{ metatitle: page.metaTitle, metadescription: page.metaDescription },
    ...{ ...auditedStatus(disabledBy), status: bioStatusOf(page) },
    blocks: blocks.map(({ id, data }) => ({ ...(id !== undefined && { id }), ...data })),
  };
}
