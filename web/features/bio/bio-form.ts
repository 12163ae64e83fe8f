import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { type BlockValues, fromBlock, toBlock } from './blocks.ts';

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

/** The form of a page that does not exist yet. */
export const NEW_BIO: BioValues = {
  name: '',
  slug: '',
  headline: '',
  text: '',
  avatar: '',
  theme: 'plain',
  accent: '',
  language: '',
  footer: true,
  status: 'published',
  metatitle: '',
  metadescription: '',
  blocks: [],
};

/** The form of a page as it is; `shown` are the blocks on the screen, whose keys stay. */
export function toValues(bio: BioDetails, shown: BlockValues[] = []): BioValues {
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
    blocks: bio.blocks.map((block, index) => fromBlock(block, shown[index]?.key)),
  };
}

/** The whole page; '' empties a field, and a new page gets a slug of its own for it. */
export function toBody({ blocks, ...values }: BioValues): BioBody {
  return { ...values, blocks: blocks.map(toBlock) as BioBody['blocks'] };
}
