/** Which slice of a list is wanted; `page` counts from 1. */
export interface PageRequest {
  limit: number;
  page: number;
}

/** A slice of a list and the size of the whole. */
export interface Page<Row> extends PageRequest {
  rows: Row[];
  total: number;
}

/** How many rows come before the page. */
export function offsetOf({ limit, page }: PageRequest): number {
  return (page - 1) * limit;
}

/** The same page with each row shown by `view`. */
export function mapPage<Row, View>(page: Page<Row>, view: (row: Row) => View): Page<View> {
  return { ...page, rows: page.rows.map(view) };
}
