import type { Database, Statement } from 'bun:sqlite';

// Most clicks share a few thousand user agents and referrers.
const MAX_KNOWN = 20_000;

/** Texts that rows have in common, each stored once with a number. It makes the tables of clicks several times smaller. */
export class StagedWords {
  readonly #insert: Statement<{ id: number }, [string]>;
  readonly #select: Statement<{ text: string }, [number]>;
  readonly #ids = new Map<string, number>();
  readonly #texts = new Map<number, string>();

  constructor(db: Database) {
    db.run('CREATE TABLE stage.words (id INTEGER PRIMARY KEY, text TEXT)');
    this.#insert = db.prepare('INSERT INTO stage.words (text) VALUES (?) RETURNING id');
    this.#select = db.prepare('SELECT text FROM stage.words WHERE id = ?');
  }

  /** The number of a text; a rare one may have several. */
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#insert.get(text)?.id ?? 0;
    if (this.#ids.size >= MAX_KNOWN) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }

  textOf(id: number | null): string {
    if (id === null) return '';
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const text = this.#select.get(id)?.text ?? '';
    if (this.#texts.size >= MAX_KNOWN) this.#texts.clear();
    this.#texts.set(id, text);
    return text;
  }

  close(): void {
    this.#insert.finalize();
    this.#select.finalize();
  }
}
