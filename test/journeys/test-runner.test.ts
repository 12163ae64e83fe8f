import { describe, expect, test } from 'bun:test';
import { selectTests } from '../../scripts/changed-tests.ts';
import { findJourneyProblems } from '../../scripts/journey-problems.ts';
import { TestOutput } from '../../scripts/test-output.ts';
import { journeysOf } from '../journeys-of.ts';

describe('the tests of a change', () => {
  test('a store: the tests of its folder, and of the files that import it', () => {
    const { files, named } = selectTests(['src/resources/pixels/pixel.store.ts']);
    expect(files).toContain('src/resources/pixels/pixel.test.ts');
    expect(named).toEqual([]);
    // `app/services.ts` imports it, as it imports everything; its folder is not added.
    expect(files.filter((file) => file.startsWith('src/app/'))).toEqual([]);
  });

  test('a contract: also the tests of the routes and of the imports that use it', () => {
    const { files } = selectTests(['src/resources/pixels/pixel.contract.ts']);
    expect(files).toContain('src/resources/pixels/pixel.test.ts');
    expect(files.some((file) => file.startsWith('src/imports/signpost/'))).toBe(true);
  });

  test('a screen: its own tests, and the parts of journeys that show it', () => {
    const { files, named } = selectTests(['web/features/bio/blocks.ts']);
    expect(files).toContain('web/features/bio/blocks.test.ts');
    expect(named.map(({ file }) => file)).toContain('test/journeys/dashboard-editors.test.ts');
  });

  test('a test: itself; what supports tests: those that import it', () => {
    expect(selectTests(['src/lib/csv.test.ts']).files).toEqual(['src/lib/csv.test.ts']);
    expect(selectTests(['test/support/qr-visitor.ts']).files).toEqual(
      expect.arrayContaining([expect.stringContaining('qr')]),
    );
  });

  test('an import of types alone adds nothing', () => {
    const { files } = selectTests(['src/db/db.ts']);
    expect(files.every((file) => file.startsWith('src/db/'))).toBe(true);
  });

  test('every screen and every journey of the dashboard is in the table', () => {
    expect(findJourneyProblems()).toEqual([]);
  });

  test('a screen without an entry, and an entry for what is not there, are reported', () => {
    const { 'web/features/trash/': trash = [], ...others } = journeysOf;
    const wrong = { ...others, 'web/features/bio/': [{ file: 'test/journeys/dashboard-nothing.test.ts' }] };
    expect(trash).not.toEqual([]);
    expect(findJourneyProblems(wrong)).toEqual(
      expect.arrayContaining([
        'web/features/trash/ has no journey in test/journeys-of.ts',
        'web/features/bio/ names test/journeys/dashboard-nothing.test.ts, which is not there',
      ]),
    );
  });
});

describe('the output of a run', () => {
  function read(chunks: string[], isWhole: boolean) {
    const printed: string[] = [];
    const output = new TestOutput((text) => printed.push(text), isWhole);
    const after = chunks.map((chunk) => {
      output.add(chunk);
      return printed.join('');
    });
    output.end();
    return { output, after, printed: printed.join('') };
  }

  const CHUNKS = [
    'src/a.test.ts:\n(pass) one [1ms]\nerror: not so\n(fai',
    'l) two [2ms]\n',
    '(pass) three [1ms]\n 2 pass\n 1 fail\n',
  ];

  test('a failure is printed when it happens, with its file and what led to it, and nothing that passed', () => {
    const { output, after, printed } = read(CHUNKS, false);
    expect(after[0]).toBe('');
    expect(after[1]).toBe('\nsrc/a.test.ts:\nerror: not so\n(fail) two [2ms]\n');
    expect(printed).toBe(after[1] ?? '');
    expect(output.passed).toBe(2);
    expect(output.failures).toEqual([{ file: 'src/a.test.ts:', lines: ['error: not so', '(fail) two [2ms]'] }]);
  });

  test('a run of selected tests prints everything', () => {
    expect(read(CHUNKS, true).printed).toBe(
      '\nsrc/a.test.ts:\n(pass) one [1ms]\nerror: not so\n(fail) two [2ms]\n(pass) three [1ms]\n',
    );
  });

  test('a package that is missing is one sentence for each file, without what follows from it', () => {
    const sentence = 'This needs Redis, which is not installed. Install it with: sudo apt-get install redis-server';
    const chunk = `src/a.test.ts:\n  at x (a.ts:1)\nerror: ${sentence}\n(fail) (unnamed) [1ms]\nTypeError: y\n(fail) (unnamed) [1ms]\n`;
    const { output, printed } = read([chunk], false);
    expect(printed).toBe(`\nsrc/a.test.ts:\n${sentence}\n`);
    expect(output.failures).toEqual([{ file: 'src/a.test.ts:', lines: [sentence] }]);
  });

  test('what a crashed run printed last is shown', () => {
    expect(read(['src/a.test.ts:\n(pass) one [1ms]\npanic: out of memory\n'], false).printed).toContain(
      'panic: out of memory',
    );
  });
});
