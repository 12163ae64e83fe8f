import type { Generated } from 'kysely';
import type { DisabledBy } from '../../core/take-down.ts';
import type { ThemeName } from '../../pages/bio/themes.ts';
import type { BlockData } from './bio.block.ts';
import type { BioStatus } from './bio.ts';

export interface BioPageTable {
  id: Generated<number>;
  user_id: number;
  /** 0 on the main host. */
  domain_id: number;
  name: string;
  slug: string;
  headline: string;
  text: string;
  /** The id of a file, which may no longer exist. */
  avatar: number | null;
  theme: ThemeName;
  /** The other design settings as JSON. */
  design: string;
  status: BioStatus;
  /** Null while the page is active. */
  disabled_by: Generated<DisabledBy | null>;
  meta_title: string;
  meta_description: string;
  /** Name, slug and headline in lower case: the database engines fold only A to Z. */
  search_words: string;
  views: Generated<number>;
  created_at: number;
}

export interface BioBlockTable {
  id: Generated<number>;
  bio_id: number;
  position: number;
  type: BlockData['type'];
  /** Everything except the type, as JSON. */
  data: string;
  clicks: Generated<number>;
}
