import type { BlockPicture, ShownBlock } from '../../pages/bio/bio-blocks.ts';
import type { BioFacts } from '../../pages/bio/bio-page.ts';
import { parseHex } from '../../pages/bio/color.ts';
import { type BlockData, pictureIdOf, videoSiteOf } from './bio.block.ts';
import { type BioPage, bioUrlOf } from './bio.ts';

/** A block with the id that is part of its URL. */
interface Numbered {
  id: number;
  data: BlockData;
}

/** The existing pictures by file id. */
export type Pictures = ReadonlyMap<number, BlockPicture>;

function toShownBlock(
  { id, data }: Numbered,
  address: string,
  slug: string,
  pictures: Pictures,
): ShownBlock | undefined {
  const path = `/${slug}/${id}`;
  const picture = pictures.get(pictureIdOf(data) ?? 0);
  switch (data.type) {
    case 'link':
      return { type: 'link', path, title: data.title, note: data.note, picture, isFeatured: data.featured };
    case 'picture':
      if (!picture) return undefined;
      return { ...data, path: data.url === null ? undefined : path, picture };
    case 'social':
      return { type: 'social', path, network: data.network };
    case 'qr':
      return { type: 'qr', content: data.url ?? address, caption: data.caption };
    case 'email':
      return { type: 'email', path, title: data.title || data.email };
    case 'phone':
      return { type: 'phone', path, title: data.title || data.phone };
    case 'video':
      return { type: 'video', path, title: data.title, site: videoSiteOf(data.url) ?? '', picture };
    default:
      return data;
  }
}

/** Everything that a page shows to visitors. */
export function toFacts(
  page: Omit<BioPage, 'id' | 'userId' | 'views' | 'createdAt'>,
  blocks: Numbered[],
  pictures: Pictures,
  origin: string,
): BioFacts {
  const { name, slug, headline, text, language, theme, hasFooter, metaTitle, metaDescription } = page;
  const address = bioUrlOf(origin, page);
  return {
    address,
    name,
    headline,
    text,
    language,
    avatar: pictures.get(page.avatar ?? 0),
    theme,
    accent: page.accent === null ? undefined : parseHex(page.accent),
    hasFooter,
    metaTitle,
    metaDescription,
    blocks: blocks.flatMap((block) => toShownBlock(block, address, slug, pictures) ?? []),
  };
}

/** The same page without destinations in its blocks, for previews. */
export function withoutDestinations(facts: BioFacts): BioFacts {
  return {
    ...facts,
    blocks: facts.blocks.map((block) => ('path' in block && block.path ? { ...block, path: '#' } : block)),
  };
}

/** The ids of all files that a page displays. */
export function pictureIdsOf({ avatar }: Pick<BioPage, 'avatar'>, blocks: Pick<Numbered, 'data'>[]): number[] {
  const ids = [avatar ?? undefined, ...blocks.map(({ data }) => pictureIdOf(data))];
  return [...new Set(ids.filter((id) => id !== undefined))];
}
