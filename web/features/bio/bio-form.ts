import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type BlockValues, fromBlock, isUnfinished, toBlock } from './blocks.ts';

export type BioDetails = AnswerOf<'GET /api/bio/:id'>['details'];
export type Theme = BioDetails['theme'];
type BioBody = BodyOf<'POST /api/bio/add'>;

/** A bio page as its form holds it. */
export interface BioValues {
  name: string;
  slug: string;
  headline: string;
  text: string;
  avatar: string;
  theme: Theme;
  /** '' takes the theme's. */
  accent: string;
  language: string;
  footer: boolean;
  status: BioDetails['status'];
  metatitle: string;
  metadescription: string;
  blocks: BlockValues[];
}

/** The form of a page as it is. */
export function toValues(bio: BioDetails): BioValues {
  return {
    name: bio.name,
    slug: bio.slug,
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

/** What is sent of a page: all of it but the blocks that are not finished, and the keys of those that are. */
export interface BioDraft {
  body: BioBody;
  keys: number[];
}

/** The page as it is on the screen; '' empties a field. */
export function toDraft({ blocks, ...values }: BioValues): BioDraft {
  const finished = blocks.filter((block) => !isUnfinished(block));
  return {
    body: { ...values, blocks: finished.map(toBlock) as BioBody['blocks'] },
    keys: finished.map(({ key }) => key),
  };
}

/** What tells two drafts apart; a block that got its number is no other block. */
export function keyOf({ body }: BioDraft): string {
  return JSON.stringify(body, (name, value) => (name === 'id' ? undefined : value));
}

/** The blocks with the numbers that they got when they were saved. */
export function withIds(blocks: BlockValues[], { keys }: BioDraft, saved: BioDetails): BlockValues[] {
  const ids = new Map(saved.blocks.map(({ id }, index) => [keys[index], id]));
  return blocks.map((block) => ({ ...block, id: ids.get(block.key) ?? block.id }));
}

/** The failure with its blocks named by their keys, which stay when blocks are moved. */
export function byKeys(error: unknown, { keys }: BioDraft): Error {
  if (!(error instanceof ApiError)) return error as Error;
  const fields = Object.entries(error.fields).map(([field, message]) => {
    const [, index, part] = /^blocks\.(\d+)\.(.+)$/.exec(field) ?? [];
    return [index === undefined ? field : `blocks.${keys[Number(index)]}.${part}`, message];
  });
  const isSlug = error.code === 'slug_taken';
  return new ApiError({
    ...error,
    message: error.message,
    fields: isSlug ? { slug: error.message } : Object.fromEntries(fields),
  });
}
