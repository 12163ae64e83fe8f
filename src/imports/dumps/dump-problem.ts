/** What is wrong with a dump. */
export type DumpProblemKind = 'not_readable' | 'cut_off' | 'unknown_charset';

/** A problem at an offset of the text that is being read; `DumpText` knows its line and column. */
export class DumpProblem extends Error {
  readonly kind: DumpProblemKind;
  readonly offset: number;

  constructor(kind: DumpProblemKind, offset: number) {
    super(kind);
    this.name = 'DumpProblem';
    this.kind = kind;
    this.offset = offset;
  }
}
