/** The requested page of a list; `page` counts from 1. */
export interface PageRequest {
  limit: number;
  page: number;
}

/** One page of a list and the total number of rows. */
export interface Page<Row> extends PageRequest {
  rows: Row[];
  total: number;
}

/** The number of rows before the page. */
export function offsetOf({ limit, page }: PageRequest): number {
  return (page - 1) * limit;
}

/** Maps each row of a page with `view`. */
export function mapPage<Row, View>(page: Page<Row>, view: (row: Row) => View): Page<View> {
  return { ...page, rows: page.rows.map(view) };
}

/** One page of a list that is short enough to be read at once. */
export function pageOf<Row>(rows: Row[], request: PageRequest): Page<Row> {
  const start = offsetOf(request);
  return { ...request, total: rows.length, rows: rows.slice(start, start + request.limit) };
}
