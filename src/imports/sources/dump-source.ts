import type { StagedTables } from '../dumps/staged-tables.ts';
import type { ImportProduct, ImportSource, KnownState, SourceBatch, SourceHistory, SourceLink } from '../source.ts';

/** A link of a dump and the number of its row. */
export interface DumpLink {
  row: number;
  link: SourceLink;
}

/** Reads the links and the history of a product from its staged tables. */
export interface DumpTables {
  /** The number of the last row with a link. */
  lastRow: number;
  /** The next links after a row, in the order of their rows. */
  readLinks(afterRow: number, limit: number): DumpLink[];
  /**
   * The history of a link after `state`, in parts of `CLICKS_AT_ONCE`; only the last part may be smaller, and has the total. Each part
   * has the state after it.
   */
  readHistory(link: DumpLink, state: string | undefined): Iterable<SourceHistory>;
}

/** How many clicks or counts a part has. */
export const CLICKS_AT_ONCE = 2_500;
const LINKS_AT_ONCE = 200;

/** The last link that was sent; with a state, if it has more history after that. */
interface Position {
  row: number;
  state?: string | undefined;
}

function readPosition(resume: string | undefined): Position {
  return resume === undefined ? { row: 0 } : (JSON.parse(resume) as Position);
}

/** A source whose whole content is in staged tables. The order of rows is that of the file, so a position is valid for the same file. */
export function createDumpSource(from: ImportProduct, staged: StagedTables, tables: DumpTables): ImportSource {
  const { lastRow, readLinks, readHistory } = tables;

  function toBatch(links: SourceLink[], history: SourceHistory[], position: Position): SourceBatch {
    return { links, history, position: JSON.stringify(position), done: position.row / Math.max(lastRow, 1) };
  }

  async function* read(resume: string | undefined, known: KnownState): AsyncGenerator<SourceBatch> {
    let { row, state: unfinished } = readPosition(resume);
    for (;;) {
      const isUnfinished = unfinished !== undefined;
      const found = readLinks(isUnfinished ? row - 1 : row, LINKS_AT_ONCE);
      if (found.length === 0) return;
      const states = await known.stateOf(found.map(({ link }) => link.ref));
      let links: SourceLink[] = [];
      let history: SourceHistory[] = [];
      let size = 0;
      for (const [index, one] of found.entries()) {
        const isContinued = isUnfinished && index === 0;
        if (!isContinued) links.push(one.link);
        const state = isContinued ? unfinished : states.get(one.link.ref);
        row = one.row;
        for (const part of readHistory(one, state)) {
          history.push(part);
          size += part.clicks.length + part.counts.length;
          // A part that is not the last one of its link is full, so it always ends a batch.
          if (size < CLICKS_AT_ONCE) continue;
          yield toBatch(links, history, { row, state: part.total === undefined ? part.state : undefined });
          [links, history, size] = [[], [], 0];
        }
      }
      unfinished = undefined;
      if (links.length + history.length > 0) yield toBatch(links, history, { row });
    }
  }

  return {
    describe: () => ({ from, host: '' }),
    read,
    close: async () => staged.close(),
  };
}
