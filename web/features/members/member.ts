import type { List, RowOf } from '../../lib/query.ts';

type Row = RowOf<'GET /api/workspace/:id/members'>;

/** A member as a row of a table, which needs an id. */
export type MemberRow = Row & { id: number };

export function toMemberList(list: List<Row>): List<MemberRow> {
  return { ...list, rows: list.rows.map((row) => ({ ...row, id: row.userid })) };
}
