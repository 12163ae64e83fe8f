const OLD_SAVED = /@OLD_(\w+)\s*=/gi;
const OLD_RESTORED = /=\s*@OLD_(\w+)/gi;

/**
 * Checks whether a dump is complete. What a program opens at the beginning, it closes at the end: a comment, settings that it saved, or a
 * transaction.
 */
export class DumpCompleteness {
  readonly #saved = new Set<string>();
  #openDumps = 0;
  #openTransactions = 0;
  #isLocked = false;
  #isRolledBack = false;

  get isComplete(): boolean {
    const isOpen = this.#openDumps > 0 || this.#openTransactions > 0 || this.#isLocked || this.#saved.size > 0;
    return !isOpen && !this.#isRolledBack;
  }

  /** `comment` is a comment line without its dashes. */
  seeComment(comment: string): void {
    if (/^(MySQL dump|MariaDB dump|PostgreSQL database (cluster )?dump$)/.test(comment)) this.#openDumps += 1;
    if (/^(Dump completed|PostgreSQL database (cluster )?dump complete$)/.test(comment)) this.#openDumps -= 1;
  }

  seeStatement(statement: string): void {
    if (/^(START TRANSACTION|BEGIN)\b/i.test(statement)) this.#openTransactions = 1;
    else if (/^(COMMIT|END)\b/i.test(statement)) this.#openTransactions = 0;
    else if (/^ROLLBACK\b/i.test(statement)) this.#isRolledBack = true;
    else if (/^LOCK TABLES\b/i.test(statement)) this.#isLocked = true;
    else if (/^UNLOCK TABLES\b/i.test(statement)) this.#isLocked = false;
    else if (/^SET\b/i.test(statement)) {
      for (const [, name = ''] of statement.matchAll(OLD_SAVED)) this.#saved.add(name.toUpperCase());
      for (const [, name = ''] of statement.matchAll(OLD_RESTORED)) this.#saved.delete(name.toUpperCase());
    }
  }
}
