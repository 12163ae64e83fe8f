/** Names of the API reference that belong together: a record of section 2, or an operation of section 4. */
export interface Group {
  section: string;
  /** Method and path of an operation, else what it is. */
  title: string;
  /** Fields of a record, or rules. */
  has?: readonly string[];
  /** What an operation is asked with. */
  asks?: readonly string[];
  /** What it answers. */
  answers?: readonly string[];
  /** The sentence that it answers, word by word. */
  says?: string;
}

export const PAGE = ['error', 'result', 'perpage', 'currentpage', 'nextpage', 'maxpage'] as const;
export const LIST = ['limit', 'page'] as const;
