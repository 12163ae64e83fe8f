import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type BlockValues, fromBlock, isUnfinished, toBlock } from './blocks.ts';

export type BioDetails = AnswerOf<'GET /api/bio/:id'>['details'];
export type BioThemeName = BioDetails['theme'];
type BioBody = BodyOf<'POST /api/bio/add'>;

/** A bio page as its form holds it. */
export interface BioValues {
  name: string;
  slug: string;
  headline: string;
  text: string;
  avatar: string;
  theme: BioThemeName;
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
export function toBioValues(bio: BioDetails): BioValues {
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

/** A page that can be saved: all of it but the blocks that are not finished, and the keys of those that are. */
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

function textOf(value: unknown): string {
  return JSON.stringify(value, (name, part) => (name === 'id' ? undefined : part)) ?? '';
}

/** What tells two drafts apart; a block that got its number is no other block. */
export function keyOfDraft({ body }: BioDraft): string {
  return textOf(body);
}

/** What makes of the page `before` the one `after`; what was not changed is left out, so that it stays as another tab has saved it. */
export function changesOf(before: BioDraft, after: BioDraft): Partial<BioBody> {
  const known: Record<string, unknown> = before.body;
  return Object.fromEntries(
    Object.entries(after.body).filter(([name, value]) => textOf(known[name]) !== textOf(value)),
  );
}

/** What is another on the server now than it was; blocks keep their place on the screen, and those that are not finished stay. */
export function newsOf(before: BioDetails, now: BioDetails, { blocks }: BioValues): Partial<BioValues> {
  const [known, read] = [toBioValues(before), toBioValues(now)];
  const names = Object.keys(read).filter(
    (name) => name !== 'blocks' && known[name as keyof BioValues] !== read[name as keyof BioValues],
  );
  const news: Partial<BioValues> = Object.fromEntries(names.map((name) => [name, read[name as keyof BioValues]]));
  if (JSON.stringify(known.blocks.map(toBlock)) === JSON.stringify(read.blocks.map(toBlock))) return news;
  const keys = new Map(blocks.map(({ id, key }) => [id, key]));
  const kept = read.blocks.map((block) => ({ ...block, key: keys.get(block.id) ?? block.key }));
  return { ...news, blocks: [...kept, ...blocks.filter(isUnfinished)] };
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
  return new ApiError({
    ...error,
    message: error.message,
    fields: Object.fromEntries(fields),
  });
}
