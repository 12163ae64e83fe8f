import type { StoredRow } from '../../db/trash-content.ts';
import { MAIN_DOMAIN } from '../../resources/domains/main-domain.ts';
import type { Tables } from '../../tables.ts';
import type { RestoredRow } from './restored-row.store.ts';

/** The new ids of restored rows, by table and old id. */
export class RestoredIds {
  readonly #rows = new Map<keyof Tables, Map<number, RestoredRow>>();
  #added: RestoredRow[] = [];

  set(table: keyof Tables, from: number, to: number, isNew: boolean): void {
    let rows = this.#rows.get(table);
    if (!rows) {
      rows = new Map();
      this.#rows.set(table, rows);
    }
    const row = { table, from, to, isNew };
    rows.set(from, row);
    this.#added.push(row);
  }

  /** The rows since the last call. */
  takeAdded(): RestoredRow[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }

  /** The new id; undefined if the row was not restored. */
  find(table: keyof Tables, from: unknown): number | undefined {
    return typeof from === 'number' ? this.#rows.get(table)?.get(from)?.to : undefined;
  }

  /** Whether the run added the row. */
  isNew(table: keyof Tables, from: unknown): boolean {
    return typeof from === 'number' && this.#rows.get(table)?.get(from)?.isNew === true;
  }

  /** The new id, or null where there is no such row. */
  mapped(table: keyof Tables, from: unknown): number | null {
    return this.find(table, from) ?? null;
  }
}

function mapLinkType(row: StoredRow, ids: RestoredIds): StoredRow {
  if (row.interstitial_id === null) return {};
  const shown = ids.mapped(row.type === 'overlay' ? 'overlays' : 'splash_pages', row.interstitial_id);
  return shown === null ? { type: 'direct', interstitial_id: null, unframed: null } : { interstitial_id: shown };
}

/** Replaces the number of a file in the data of a block of a bio page. */
function mapBlock(row: StoredRow, ids: RestoredIds): StoredRow {
  const block = JSON.parse(String(row.data));
  if (typeof block.picture !== 'number') return {};
  return { data: JSON.stringify({ ...block, picture: ids.mapped('files', block.picture) }) };
}

/** The columns of a row that refer to other rows, with their new ids. */
export function mapReferences(table: keyof Tables, row: StoredRow, ids: RestoredIds): StoredRow {
  switch (table) {
    case 'links':
      return {
        campaign_id: ids.mapped('campaigns', row.campaign_id),
        ...(ids.find('campaigns', row.campaign_id) === undefined && { campaign_weight: 1 }),
        ...mapLinkType(row, ids),
      };
    case 'splash_pages':
    case 'overlays':
      return { picture_id: ids.mapped('files', row.picture_id), logo_id: ids.mapped('files', row.logo_id) };
    case 'bio_pages':
      return { avatar: ids.mapped('files', row.avatar) };
    case 'bio_blocks':
      return mapBlock(row, ids);
    case 'qr_codes':
    case 'link_qr_codes': {
      // The source of a logo is the number of a file, or a URL.
      const file = /^\d+$/.test(String(row.logo)) ? ids.find('files', Number(row.logo)) : undefined;
      return file === undefined ? {} : { logo: String(file) };
    }
    case 'link_pixels':
      return { pixel_id: ids.mapped('pixels', row.pixel_id) };
    case 'import_refs':
      // No run of this server added it.
      return { import_id: 0 };
    default:
      return {};
  }
}

/** Where the rows on a domain of the source go. */
export type FindDomainId = (sourceId: number) => number;

/** The domain of restored rows: the target of its domain, else the main host. */
export function createFindDomainId(ids: RestoredIds, mainTarget: number | undefined): FindDomainId {
  return (sourceId) =>
    sourceId === MAIN_DOMAIN ? (mainTarget ?? MAIN_DOMAIN) : (ids.find('domains', sourceId) ?? MAIN_DOMAIN);
}
