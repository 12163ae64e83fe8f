import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite';
import { dumpOfSeveral, dumpWithoutTables } from './dump-failures.ts';
import type { RowTarget, TableTarget } from './read-dump.ts';
import { StagedWords } from './staged-words.ts';
import { createRowConverter, findColumnPlaces, type WantedTable } from './wanted-table.ts';

const CACHE_KIB = 64 * 1024;

interface Candidate {
  wanted: WantedTable;
  /** Its name in the dump. */
  table: string;
  stagedAs: string;
  insert: Statement<unknown, SQLQueryBindings[]>;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/**
 * The wanted tables of a dump in a temporary SQLite database, which is on disk if it is large and disappears with the process. A dump
 * has the clicks of all links in the order of time; an import needs them by link.
 */
export class StagedTables implements TableTarget {
  readonly db: Database;
  readonly words: StagedWords;
  readonly #product: string;
  readonly #wanted: readonly WantedTable[];
  readonly #candidates: Candidate[] = [];
  readonly #declared = new Map<string, string[]>();

  constructor(product: string, wanted: readonly WantedTable[]) {
    this.#product = product;
    this.#wanted = wanted;
    this.db = new Database(':memory:');
    // An empty name is a temporary file without a name.
    this.db.run(`ATTACH '' AS stage`);
    for (const setting of ['journal_mode = OFF', 'synchronous = OFF', `cache_size = -${CACHE_KIB}`])
      this.db.run(`PRAGMA stage.${setting}`);
    this.db.run('BEGIN');
    this.words = new StagedWords(this.db);
  }

  declare(table: string, columns: string[]): void {
    this.#declared.set(table, columns);
    this.#find(table, columns);
  }

  open(table: string, named: string[] | undefined): RowTarget | undefined {
    const columns = named ?? this.#declared.get(table) ?? this.#guessColumns(table);
    const found = columns && this.#find(table, columns);
    if (!found) return undefined;
    const { candidate, places } = found;
    const convert = createRowConverter(candidate.wanted, places, (text) => this.words.idOf(text));
    return {
      isWanted: columns.map((_name, index) => places.includes(index)),
      add: (values) => {
        candidate.insert.run(...convert(values));
      },
    };
  }

  /** Ends the staging. Each wanted table then has its own name, empty if the dump lacks it and it is optional. */
  finish(): void {
    this.db.run('COMMIT');
    for (const wanted of this.#wanted) {
      const all = this.#candidates.filter((candidate) => candidate.wanted === wanted);
      const usual = all.filter(({ table }) => wanted.ending.test(table));
      const [chosen, other] = usual.length > 0 ? usual : all;
      const names = all.map(({ table }) => table).join(', ');
      if (other) throw dumpOfSeveral({ product: this.#product, tables: names });
      if (!chosen && !wanted.isOptional) throw dumpWithoutTables({ product: this.#product });
      if (chosen) this.db.run(`ALTER TABLE stage."${chosen.stagedAs}" RENAME TO "${wanted.name}"`);
      else this.#create(wanted, wanted.name);
    }
  }

  close(): void {
    for (const { insert } of this.#candidates) insert.finalize();
    this.words.close();
    this.db.close();
  }

  #guessColumns(table: string): readonly string[] | undefined {
    return this.#wanted.find(({ ending }) => ending.test(table))?.order;
  }

  #find(table: string, columns: readonly string[]): { candidate: Candidate; places: number[] } | undefined {
    for (const wanted of this.#wanted) {
      const places = findColumnPlaces(wanted, columns);
      if (places) return { candidate: this.#candidateOf(wanted, table), places };
    }
    return undefined;
  }

  #candidateOf(wanted: WantedTable, table: string): Candidate {
    const known = this.#candidates.find((one) => one.wanted === wanted && one.table === table);
    if (known) return known;
    const stagedAs = `${wanted.name} ${this.#candidates.length}`;
    this.#create(wanted, stagedAs);
    const marks = Object.keys(wanted.columns).map(() => '?');
    const insert = this.db.prepare<unknown, SQLQueryBindings[]>(`INSERT INTO stage."${stagedAs}" VALUES (${marks})`);
    const candidate = { wanted, table, stagedAs, insert };
    this.#candidates.push(candidate);
    return candidate;
  }

  #create(wanted: WantedTable, stagedAs: string): void {
    this.db.run(`CREATE TABLE stage."${stagedAs}" (${quoted(Object.keys(wanted.columns))})`);
    // Created before the rows: building it afterwards would block the thread for seconds.
    if (wanted.index) this.db.run(`CREATE INDEX stage."${stagedAs} index" ON "${stagedAs}" (${quoted(wanted.index)})`);
  }
}
