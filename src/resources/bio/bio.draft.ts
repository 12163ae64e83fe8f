import { changeField } from '../../core/change-field.ts';
import { type FieldError, fieldError, invalidField, invalidFields } from '../../core/errors.ts';
import { changeDisabledBy, OWNER, type StatusChanger } from '../../core/take-down.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import type { Block, BlockData } from './bio.block.ts';
import { pictureIdOf } from './bio.block.ts';
import type { SentBlock } from './bio.blocks.contract.ts';
import type { BioPageChange } from './bio.contract.ts';
import type { BioRecord } from './bio.store.ts';
import { type BioPage, MAX_CODES, readPublishedStatus } from './bio.ts';
import type { PlacedBlock } from './bio-block.store.ts';

/** The default values of a page. */
export const EMPTY_BIO: BioRecord = {
  domainId: MAIN_DOMAIN,
  name: '',
  slug: '',
  headline: '',
  text: '',
  avatar: null,
  theme: 'plain',
  accent: null,
  language: 'en',
  hasFooter: true,
  status: 'published',
  disabledBy: null,
  metaTitle: '',
  metaDescription: '',
};

/** Applies a change to a page, except for its domain, which the service sets. */
export function applyBioChange(page: BioRecord | BioPage, change: BioPageChange, by: StatusChanger = OWNER): BioRecord {
  const empty = EMPTY_BIO;
  const status = change.status === 'active' || change.status === 'disabled' ? undefined : change.status;
  return {
    domainId: page.domainId,
    name: change.name ?? page.name,
    slug: change.slug ?? page.slug,
    headline: changeField(change.headline, page.headline, ''),
    text: changeField(change.text, page.text, ''),
    avatar: changeField(change.avatar, page.avatar, null),
    theme: changeField(change.theme, page.theme, empty.theme),
    accent: changeField(change.accent, page.accent, null),
    language: changeField(change.language, page.language, empty.language),
    hasFooter: changeField(change.footer, page.hasFooter, empty.hasFooter),
    status: changeField(status, page.status, empty.status),
    disabledBy: changeDisabledBy(page.disabledBy, readPublishedStatus(change.status), by),
    metaTitle: changeField(change.metatitle, page.metaTitle, ''),
    metaDescription: changeField(change.metadescription, page.metaDescription, ''),
  };
}

/** Converts the blocks of a body for storage. Throws if an id is not a block of the page, or occurs twice. */
export function placeBlocks(sent: SentBlock[], before: Block[]): PlacedBlock[] {
  const unused = new Set(before.map(({ id }) => id));
  const problems: FieldError[] = [];
  const placed = sent.map(({ id, ...data }, index): PlacedBlock => {
    if (id === undefined || id === null) return { data };
    if (!unused.delete(id)) {
      problems.push(fieldError(`blocks.${index}.id`, 'unknown_block'));
    }
    return { id, data };
  });
  if (problems.length > 0) throw invalidFields(problems);
  return placed;
}

/** Every file id in a body, with its field. */
export function filesIn(change: BioPageChange): [field: string, id: number][] {
  const avatar: [string, number][] = change.avatar ? [['avatar', change.avatar]] : [];
  const pictures = (change.blocks ?? []).flatMap((block, index): [string, number][] => {
    const id = pictureIdOf(block);
    return id === undefined ? [] : [[`blocks.${index}.picture`, id]];
  });
  return [...avatar, ...pictures];
}

function addressOf(data: BlockData): string | undefined {
  return 'url' in data ? (data.url ?? undefined) : undefined;
}

/** Every web address in a body, with its field. */
export function addressesIn(change: BioPageChange): [field: string, href: string][] {
  return (change.blocks ?? []).flatMap((block, index): [string, string][] => {
    const href = addressOf(block);
    return href === undefined ? [] : [[`blocks.${index}.url`, href]];
  });
}

/** Throws if a page would have too many QR codes. */
export function assertCodesFit({ blocks }: BioPageChange): void {
  const codes = (blocks ?? []).filter(({ type }) => type === 'qr').length;
  if (codes <= MAX_CODES) return;
  throw invalidField('blocks', 'too_many_qr_codes', { max: MAX_CODES });
}
