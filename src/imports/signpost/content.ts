import type { Scope } from '../../core/scope.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import type { Tables } from '../../tables.ts';

/** The version of the format of an export; a reader refuses newer ones. */
export const EXPORT_VERSION = 1;

/** What an export is, in its first file. */
export interface Manifest {
  format: 'signpost-export';
  version: number;
  /** The program that wrote it. */
  program: string;
  created: string;
  /** The main host of the server that wrote it. */
  host: string;
  /** The workspaces whose content it has. */
  workspaces: { id: number; name: string }[];
}

/** Rows of another table that belong to a row, and are written with it. */
interface ChildTable {
  /** The field of the parent's line. */
  field: string;
  table: keyof Tables;
  /** The column with the id of the parent. */
  parent: string;
  order: string[];
  /** What the endpoints need that store such a row, if it is more than its parent needs. */
  scope?: Scope;
}

/** A noun whose rows an export contains: one file, a line for each row. */
export interface ContentNoun {
  file: string;
  table: keyof Tables;
  children: ChildTable[];
  /** The columns by which a row is recognized that the target has already. */
  identity: string[];
  /** What the endpoints need that store such a row. */
  scope: Scope;
}

function childOf(field: string, table: keyof Tables, parent: string, order: string[]): ChildTable {
  return { field, table, parent, order };
}

/** Every noun, in the order in which they are restored: what others refer to comes first. */
export const contentNouns: readonly ContentNoun[] = [
  {
    file: 'domains',
    table: 'domains',
    scope: 'domains:write',
    identity: ['host'],
    children: [
      childOf('well_known', 'well_known_files', 'domain_id', ['name']),
      childOf('misses', 'misses', 'domain_id', ['day', 'code']),
    ],
  },
  {
    file: 'files',
    table: 'files',
    scope: 'files:write',
    identity: ['width', 'height', 'size', 'created_at'],
    children: [],
  },
  {
    file: 'pixels',
    table: 'pixels',
    scope: 'pixels:write',
    identity: ['type', 'name', 'tag', 'created_at'],
    children: [],
  },
  {
    file: 'utm-templates',
    table: 'utm_templates',
    scope: 'links:write',
    identity: ['name', 'created_at'],
    children: [],
  },
  { file: 'tags', table: 'saved_tags', scope: 'links:write', identity: ['name', 'created_at'], children: [] },
  { file: 'campaigns', table: 'campaigns', scope: 'campaigns:write', identity: ['name', 'created_at'], children: [] },
  { file: 'channels', table: 'channels', scope: 'channels:write', identity: ['name', 'created_at'], children: [] },
  {
    file: 'splash-pages',
    table: 'splash_pages',
    scope: 'overlays:write',
    identity: ['name', 'created_at'],
    children: [],
  },
  {
    file: 'overlays',
    table: 'overlays',
    scope: 'overlays:write',
    identity: ['name', 'created_at'],
    children: [childOf('votes', 'overlay_votes', 'overlay_id', ['answer'])],
  },
  {
    file: 'links',
    table: 'links',
    scope: 'links:write',
    identity: ['domain_id', 'alias'],
    children: [
      childOf('tags', 'link_tags', 'link_id', ['tag']),
      childOf('pixels', 'link_pixels', 'link_id', ['pixel_id']),
      { ...childOf('qr_code', 'link_qr_codes', 'link_id', ['link_id']), scope: 'qr:write' },
      childOf('schedule', 'scheduled_changes', 'link_id', ['id']),
      childOf('imported', 'import_refs', 'link_id', ['source']),
    ],
  },
  {
    file: 'qr-codes',
    table: 'qr_codes',
    scope: 'qr:write',
    identity: ['code'],
    children: [childOf('logo_picture', 'qr_logos', 'qr_id', ['qr_id'])],
  },
  {
    file: 'bio-pages',
    table: 'bio_pages',
    scope: 'bio:write',
    identity: ['domain_id', 'slug'],
    children: [childOf('blocks', 'bio_blocks', 'bio_id', ['position'])],
  },
];

// These are known to the owner of a row only, or the target counts them itself.
const omitted = new Set(['user_id', 'version', 'link_count', 'items']);

const jsonColumns: Partial<Record<keyof Tables, string[]>> = {
  links: ['rules', 'app', 'unframed'],
  bio_pages: ['design'],
  bio_blocks: ['data'],
  qr_codes: ['design'],
  link_qr_codes: ['design'],
  overlays: ['content'],
  overlay_responses: ['fields'],
  scheduled_changes: ['change', 'failure'],
  well_known_files: ['content'],
};

const isTime = (column: string) => column.endsWith('_at') || column === 'day';

/** A value as an export shows it: times in ISO 8601, JSON parsed, bytes in Base64. */
function showValue(table: keyof Tables, column: string, value: unknown): unknown {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isTime(column)) return new Date(Number(value)).toISOString();
  return jsonColumns[table]?.includes(column) ? JSON.parse(String(value)) : value;
}

/** The fields of a line for a row; those of a child have no reference to the parent. */
export function showRow(table: keyof Tables, row: StoredRow, parent?: string): Record<string, unknown> {
  const columns = Object.keys(row).filter((column) => !omitted.has(column) && column !== parent);
  return Object.fromEntries(columns.map((column) => [column, showValue(table, column, row[column])]));
}

const bytesColumns = new Set(['bytes', 'logo_bytes']);

/** The row of a line, the inverse of `showRow`. */
export function readRow(table: keyof Tables, fields: Record<string, unknown>): StoredRow {
  const read = ([column, value]: [string, unknown]): [string, unknown] => {
    if (value === null) return [column, null];
    if (bytesColumns.has(column)) return [column, Buffer.from(String(value), 'base64')];
    if (isTime(column)) return [column, Date.parse(String(value))];
    return [column, jsonColumns[table]?.includes(column) ? JSON.stringify(value) : value];
  };
  return Object.fromEntries(Object.entries(fields).map(read)) as StoredRow;
}
