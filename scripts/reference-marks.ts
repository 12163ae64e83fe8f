import { type CallExpression, type Expression, parse } from '@swc/core';
import { Glob } from 'bun';

/** A `proves(…)` in a test. */
export interface Mark {
  group: string;
  name: string;
  file: string;
  /** The name of the test in which it stands; undefined outside of any. */
  test: string | undefined;
  /** Every word and text in that test, and in what it shares with the others of its file. */
  words: ReadonlySet<string>;
}

interface Node {
  type: string;
}

// `acts` is a test of one field, whose name has two parts.
const TESTS = new Set(['test', 'acts']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function isCall(node: unknown): node is CallExpression {
  return isNode(node) && node.type === 'CallExpression';
}

/** `test` in `test(…)`, `test.each(…)(…)` and the like. */
function rootOf(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') return (callee as unknown as { value: string }).value;
  if (callee.type === 'CallExpression') return rootOf((callee as CallExpression).callee);
  return callee.type === 'MemberExpression' ? rootOf((callee as unknown as { object: unknown }).object) : undefined;
}

function textOf(node: Expression | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ cooked, raw }) => cooked ?? raw).join('…');
}

/** The name of the test that a call declares. */
function testNameOf(node: unknown): string | undefined {
  if (!isCall(node) || !TESTS.has(rootOf(node.callee) ?? '')) return undefined;
  const texts = node.arguments.map(({ expression }) => textOf(expression));
  if (texts[0] === undefined) return undefined;
  return texts.slice(0, texts.indexOf(undefined) < 0 ? undefined : texts.indexOf(undefined)).join(' ');
}

function isMark(node: unknown): node is CallExpression {
  return isCall(node) && rootOf(node.callee) === 'proves';
}

/** Adds every identifier and text below a node, marks and, where it is asked, tests left out. */
function gatherWords(node: unknown, words: Set<string>, isTestLeftOut: boolean): void {
  if (isMark(node) || (isTestLeftOut && testNameOf(node) !== undefined)) return;
  if (isNode(node) && node.type === 'TemplateElement') words.add((node as unknown as { raw: string }).raw);
  else if (isNode(node) && 'value' in node && typeof node.value === 'string') words.add(node.value);
  for (const child of childrenOf(node)) gatherWords(child, words, isTestLeftOut);
}

function gatherMarks(node: unknown, mark: Omit<Mark, 'group' | 'name'>, shared: Set<string>, marks: Mark[]): void {
  const test = testNameOf(node);
  let inner = mark;
  if (test !== undefined) {
    const words = new Set(shared);
    gatherWords(node, words, false);
    inner = { ...mark, test, words };
  }
  if (isMark(node)) {
    const [group = '', ...names] = node.arguments.map(({ expression }) => textOf(expression) ?? '');
    for (const name of names) marks.push({ ...inner, group, name });
    return;
  }
  for (const child of childrenOf(node)) gatherMarks(child, inner, shared, marks);
}

/** The marks in the text of one test file. */
export async function readMarks(file: string, text: string): Promise<Mark[]> {
  const module = await parse(text, { syntax: 'typescript' });
  const shared = new Set<string>();
  gatherWords(module, shared, true);
  const marks: Mark[] = [];
  gatherMarks(module.body, { file, test: undefined, words: shared }, shared, marks);
  return marks;
}

/** The marks in all tests, in the order of their files. */
export async function findMarks(): Promise<Mark[]> {
  const files = ['src', 'test'].flatMap((folder) => [...new Glob(`${folder}/**/*.test.ts`).scanSync()]).sort();
  const marks: Mark[] = [];
  for (const file of files) {
    const text = await Bun.file(file).text();
    if (text.includes('proves(')) marks.push(...(await readMarks(file, text)));
  }
  return marks;
}
