import type { Generated } from 'kysely';

/** `canceled` and `failed` keep what was stored; `paused` continues where it stopped. */
export const importStatuses = ['running', 'paused', 'done', 'failed', 'canceled'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** A run of the importer. */
export interface ImportRunTable {
  id: Generated<number>;
  /** The workspace that gets the links. */
  user_id: number;
  /** Who started it; null for a command, or if the account was deleted. */
  author_id: number | null;
  product: string;
  /** The host of the service; '' for a file. */
  host: string;
  status: ImportStatus;
  is_dry_run: number;
  /** 1 if the server runs it; 0 if a command does. */
  is_background: number;
  /** `ImportSettings` as JSON. */
  options: string;
  /** `StoredInput` as JSON. */
  input: string;
  /** The hash of a file, or the address: an unfinished run continues only with the same input. */
  fingerprint: string;
  /** The encrypted key of the service, until the run has ended. */
  sealed_key: string | null;
  /** Where the source continues; null at the beginning. */
  position: string | null;
  /** `ImportReport` as JSON. */
  report: string;
  /** How much is done, if the source knows it. */
  permille: number | null;
  /** Why it paused or failed, as JSON. */
  reason: string | null;
  /** `ImportRights` as JSON; null if nothing but the role of the author limits it. */
  rights: string | null;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
}

/** A link that was refused. */
export interface ImportConflictTable {
  id: Generated<number>;
  import_id: number;
  alias: string;
  /** A JSON list of field errors. */
  errors: string;
  /** The place in an export of Signpost; otherwise null. */
  file: string | null;
  line: number | null;
}

/** Which link of which service a link is. A link may come from several. */
export interface ImportRefTable {
  link_id: number;
  /** The product: an installation has the same refs in a file and by address. Older rows also have the host of the address. */
  source: string;
  ref: string;
  user_id: number;
  /** The run that added it. */
  import_id: number;
  /** Dated clicks and bots, and undated clicks, that were imported so far. */
  clicks: Generated<number>;
  bots: Generated<number>;
  undated: Generated<number>;
  /** What the source needs at the next run; see `SourceHistory`. */
  state: string | null;
}

/** A row that an import of a Signpost export restored, or found here; kept until the import has ended. */
export interface RestoredRowTable {
  import_id: number;
  table_name: string;
  /** Its id in the export. */
  source_id: number;
  row_id: number;
  /** 0 if it was here before. */
  is_new: number;
  /** 1 once its statistics are restored. */
  is_counted: number;
}
