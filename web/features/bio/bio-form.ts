import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { type BlockValues, fromBlock, isUnfinished, toBlock } from './blocks.ts';

export type BioDetails = AnswerOf<'GET /api/bio/:id'>['details'];
export type BioThemeName = BioDetails['theme'];
type BioBody = BodyOf<'POST /api/bio/add'>;

/** The form values of a bio page. */
export interface BioValues {
  name: string;
  slug: string;
  /** The origin of a branded domain; '' is the main host. */
  domain: string;
  headline: string;
  text: string;
  avatar: string;
  theme: BioThemeName;
  /** '' uses the theme's accent. */
  accent: string;
  language: string;
  footer: boolean;
  status: BioDetails['status'];
  metatitle: string;
  metadescription: string;
  blocks: BlockValues[];
}

/** The form values of an existing page. */
export function toBioValues(bio: BioDetails): BioValues {
  return {
    name: bio.name,
    slug: bio.slug,
    domain: bio.domain,
    headline: bio.headline,
    text: bio.text,
    avatar: bio.avatar === null ? '' : String(bio.avatar),
    theme: bio.theme,
    accent: bio.accent ?? '',
    language: bio.language,
    footer: bio.footer,
    status: bio.status,
    metatitle: bio.metatitle,
    metadescription: bio.metadescription,
    blocks: bio.blocks.map(fromBlock),
  };
}

/** The savable part of a page: everything except unfinished blocks, and the keys of the finished ones. */
export interface BioDraft {
  body: BioBody;
  keys: number[];
}

/** The page as it is on the screen; '' clears a field. */
export function toDraft({ blocks, ...values }: BioValues): BioDraft {
  const finished = blocks.filter((block) => !isUnfinished(block));
  return {
    body: { ...values, blocks: finished.map(toBlock) as BioBody['blocks'] },
    keys: finished.map(({ key }) => key),
  };
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (name, part) => (name === 'id' ? undefined : part)) ?? '';
}

/** The key that distinguishes two drafts; a block that received its id is still the same block. */
export function keyOfDraft({ body }: BioDraft): string {
  return textOf(body);
}

/** The changes from `before` to `after`; unchanged fields are omitted, so that another tab's changes stay. */
export function changesOf(before: BioDraft, after: BioDraft): Partial<BioBody> {
  return changedFields(before.body, after.body, textOf);
}

/** What changed on the server; blocks keep their keys, and unfinished ones stay at the end. */
export function serverChangesOf(before: BioDetails, now: BioDetails, { blocks }: BioValues): Partial<BioValues> {
  const [known, read] = [toBioValues(before), toBioValues(now)];
  const names = Object.keys(read).filter(
    (name) => name !== 'blocks' && known[name as keyof BioValues] !== read[name as keyof BioValues],
  );
  const changes: Partial<BioValues> = Object.fromEntries(names.map((name) => [name, read[name as keyof BioValues]]));
  if (JSON.stringify(known.blocks.map(toBlock)) === JSON.stringify(read.blocks.map(toBlock))) return changes;
  const keys = new Map(blocks.map(({ id, key }) => [id, key]));
  const kept = read.blocks.map((block) => ({ ...block, key: keys.get(block.id) ?? block.key }));
  return { ...changes, blocks: [...kept, ...blocks.filter(isUnfinished)] };
}

/** The blocks with the ids that they received when they were saved. */
export function withIds(blocks: BlockValues[], { keys }: BioDraft, saved: BioDetails): BlockValues[] {
  const ids = new Map(saved.blocks.map(({ id }, index) => [keys[index], id]));
  return blocks.map((block) => ({ ...block, id: ids.get(block.key) ?? block.id }));
}

/** The error with blocks named by their keys, which do not change when blocks move. */
export function nameErrorsByKey(error: unknown, { keys }: BioDraft): Error {
  if (!(error instanceof ApiError)) return error as Error;
  const fields = Object.entries(error.fields).map(([field, message]) => {
    const [, index, part] = /^blocks\.(\d+)\.(.+)$/.exec(field) ?? [];
    return [index === undefined ? field : `blocks.${keys[Number(index)]}.${part}`, message];
  });
  return new ApiError({
    ...error,
    message: error.message,
    fields: Object.fromEntries(fields),
  });
}
