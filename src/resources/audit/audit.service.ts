import type { AuditRow } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
import type { AuditCursor, AuditFilters } from './audit.contract.ts';
import * as store from './audit.store.ts';

/** A page of the log; `next` continues after its last row. */
export interface AuditPage {
  rows: AuditRow[];
  next: string | null;
}

/** Reads the audit log. */
export interface AuditService {
  list(
    workspace: number | 'server',
    filters: AuditFilters,
    page: { cursor: AuditCursor | undefined; limit: number },
  ): Promise<AuditPage>;
  /** Every row of the server, oldest first. */
  readAll(): AsyncIterable<AuditRow>;
}

const ROWS_AT_ONCE = 500;

/** `db` is for reads that no write depends on; it may use a replica. */
export function createAuditService({ db }: { db: Db }): AuditService {
  return {
    async list(workspace, filters, { cursor, limit }) {
      // One more row than requested shows whether there is another page.
      const found = await store.listAudit(db, workspace, filters, { cursor, limit: limit + 1 });
      const rows = found.slice(0, limit);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return { rows, next: last ? `${last.at}-${last.id}` : null };
    },

    async *readAll() {
      for (let last = 0; ; ) {
        const rows = await store.readAuditAfter(db, last, ROWS_AT_ONCE);
        yield* rows;
        const end = rows.at(-1);
        if (!end) return;
        last = end.id;
      }
    },
  };
}
