import { beforeAll, expect, test } from 'bun:test';
import { findProblems, referencePage } from '../../scripts/reference-table.ts';
import { findMarks, type Mark, readMarks } from '../../scripts/test-marks.ts';
import { pending } from '../reference/reference.ts';

let marks: Mark[];

beforeAll(async () => {
  marks = await findMarks();
});

/** The additional problems that a test file with this text causes. */
async function problemsOf(text: string): Promise<string[]> {
  const known = new Set(findProblems(marks));
  return findProblems([...marks, ...(await readMarks('planted.test.ts', text))]).filter((line) => !known.has(line));
}

test('every name of the reference is proved, except for the pending nouns', () => {
  expect(findProblems(marks)).toEqual([]);
  const open = findProblems(marks, []);
  expect(open.every((line) => pending.some((noun) => line.startsWith(`nothing proves ${noun}.`)))).toBe(true);
});

test('a name that no test proves is reported', () => {
  const without = marks.filter(({ group, name }) => group !== 'pixels.create' || name !== 'tag');
  expect(findProblems(without)).toEqual(['nothing proves pixels.create tag']);
  expect(findProblems(without, [...pending, 'pixels'])).toEqual([]);
});

test('a fully proved noun must not be listed as pending', () => {
  expect(findProblems(marks, [...pending, 'pixels'])).toEqual([
    'pixels is proved in full: take it off the list in test/reference/reference.ts',
  ]);
});

test('a mark counts only in a test that contains its words', async () => {
  const planted = "test('a rule', () => { proves('pixels.create', 'tag'); expect(json.NAME).toBe(1); });";
  expect(await problemsOf(planted.replace('NAME', 'tag'))).toEqual([]);
  const problem = 'planted.test.ts: a rule: pixels.create tag is marked, but the test does not hold the word tag';
  expect(await problemsOf(planted.replace('NAME', 'tags'))).toEqual([problem]);
  // Code that all tests of a file share counts for each of them; code in another test does not.
  expect(await problemsOf(`const GOOD = { tag: 1 };${planted}`)).toEqual([]);
  expect(await problemsOf(`test('other', () => { tag(); });${planted}`)).toEqual([problem]);
});

test('a message counts only if the test contains it word by word', async () => {
  const planted = (text: string) =>
    `test('a rule', () => { proves('pixels.delete', 'answer.message'); expect(json.message).toBe('${text}'); });`;
  expect(await problemsOf(planted('Pixel has been deleted successfully.'))).toEqual([]);
  expect(await problemsOf(planted('Pixel has been deleted.'))).toHaveLength(1);
});

test('a mark outside of a test, and one with an unknown name, are reported', async () => {
  expect(await problemsOf("proves('pixels.create', 'tag');")).toEqual([
    'planted.test.ts: outside of any test: pixels.create tag stands in no test',
  ]);
  expect(await problemsOf("test('x', () => { proves('pixels.create', 'tags'); });")).toEqual([
    'planted.test.ts: x: pixels.create tags is no name of the reference',
  ]);
});

test('test names are read in every form in which tests are written', async () => {
  const text = `
    test('plain', () => { proves('page', 'error'); });
    test(\`with \${value} inside\`, () => { proves('page', 'error'); });
    test.each([['x', ['y']]])('%s each', () => { proves('page', 'error'); });
    onEachEngine('described', () => { for (const a of b) test('looped', () => work(() => { proves('page', 'error'); })); });
    testField('field', 'is kept', { a: 'b' }, async () => { proves('page', 'error'); });`;
  const names = (await readMarks('planted.test.ts', text)).map((mark) => mark.test);
  expect(names).toEqual(['plain', 'with … inside', '%s each', 'looped', 'field is kept']);
});

test('the page shows each operation with its fields, messages and tests', () => {
  const page = referencePage(marks);
  expect(page).toContain('### `DELETE /api/pixel/:id/delete`');
  expect(page).toMatch(
    /\| `message`: Pixel has been deleted successfully\. \| answered \| \[pixel\.test\.ts\]\(\.\.\/src\//,
  );
  expect(page).toContain('| `redirectroot` |');
});
