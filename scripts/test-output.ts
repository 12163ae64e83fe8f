/** One failed test: the file, what was printed before the result, and the result. */
export interface Failure {
  file: string;
  lines: string[];
}

/** The maximum length of a failure in the list at the end; the complete output is further up. */
const LONGEST_FAILURE = 40;

/** The line of `bun test` before the results of a file. */
const TEST_FILE = /^\S+\.test\.tsx?:$/;
const RESULT = /^\((pass|fail|skip|todo)\) /;

/** What comes after the tests: the numbers, and the failures once more. */
const END_OF_TESTS = /^\s*\d+ (pass|tests failed:)$/;

/** The sentence of `describeMissing`, which says more than the place where it was thrown. */
const MISSING = /This needs .+, which is not installed\. .+/;

/** Reads the output of `bun test` while it comes: prints each failure when it happens, and counts what passed. */
export class TestOutput {
  readonly failures: Failure[] = [];
  passed = 0;
  #file = '';
  #about: string[] = [];
  #rest = '';
  #hasEnded = false;
  /** The files that lack a package: whatever fails there after that is a consequence. */
  readonly #lacking = new Set<string>();
  readonly #print: (text: string) => void;
  readonly #isWhole: boolean;

  /** `isWhole` also prints what passed. */
  constructor(print: (text: string) => void, isWhole: boolean) {
    this.#print = print;
    this.#isWhole = isWhole;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#addLine(line);
  }

  /** Prints what is left when the run has ended; that is the cause if it crashed. */
  end(): void {
    if (this.#rest !== '') this.#addLine(this.#rest);
    if (!this.#hasEnded && this.#about.length > 0) this.#print(`${[this.#file, ...this.#about].join('\n')}\n`);
  }

  #addLine(line: string): void {
    if (END_OF_TESTS.test(line)) this.#hasEnded = true;
    if (this.#hasEnded) return;
    const [, result] = RESULT.exec(line) ?? [];
    if (TEST_FILE.test(line)) {
      this.#file = line;
      if (this.#isWhole) this.#print(`\n${line}\n`);
    } else if (result === undefined) {
      if (line !== '') this.#about.push(line);
    } else this.#addResult(result, line);
  }

  #addResult(result: string, line: string): void {
    if (result === 'pass') this.passed += 1;
    const [missing] = MISSING.exec(this.#about.join('\n')) ?? [];
    const isConsequence = missing === undefined && result === 'fail' && this.#lacking.has(this.#file);
    const lines = missing === undefined ? [...this.#about, line] : [missing];
    if (missing !== undefined) this.#lacking.add(this.#file);
    if (result === 'fail' && !isConsequence) {
      this.failures.push({ file: this.#file, lines: lines.slice(-LONGEST_FAILURE) });
    }
    if (this.#isWhole && !isConsequence) this.#print(`${lines.join('\n')}\n`);
    else if (result !== 'pass' && !isConsequence) this.#print(`\n${[this.#file, ...lines].join('\n')}\n`);
    this.#about = [];
  }
}
