/** A group of names in the API reference: a record of section 2, or an operation of section 4. */
export interface Group {
  section: string;
  /** The method and path of an operation, or the title of a record or rule. */
  title: string;
  /** The fields of a record, or the rules. */
  has?: readonly string[];
  /** The parameters of an operation. */
  asks?: readonly string[];
  /** The fields of its response. */
  answers?: readonly string[];
  /** The exact message of its response. */
  says?: string;
}

export const PAGE = ['error', 'result', 'perpage', 'currentpage', 'nextpage', 'maxpage'] as const;
export const LIST = ['limit', 'page'] as const;
