import { type CallExpression, type Expression, parse } from '@swc/core';
import { Glob } from 'bun';

/** The functions that mark a test: they do nothing when they run, and are read from the source. */
type MarkFunction = 'proves' | 'guards';

/** A call of such a function in a test file. */
interface MarkCall {
  args: string[];
  file: string;
  /** The name of the test that holds the call; undefined outside of any. */
  test: string | undefined;
  /** Every word and text in that test, and in what it shares with the others of its file. */
  words: ReadonlySet<string>;
}

/** A name of the API reference that a test proves. */
export interface Mark extends Omit<MarkCall, 'args'> {
  group: string;
  name: string;
}

/** A security rule that a test guards. */
export interface GuardMark {
  rule: string;
  file: string;
  test: string | undefined;
}

interface Node {
  type: string;
}

// `acts` is a test of one field, whose name has two parts.
const TESTS = new Set(['test', 'timedTest', 'acts']);

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

const MARK_FUNCTIONS = new Set(['proves', 'guards']);

function isMark(node: unknown): node is CallExpression {
  return isCall(node) && MARK_FUNCTIONS.has(rootOf(node.callee) ?? '');
}

/** Adds every identifier and text below a node, marks and, where it is asked, tests left out. */
function gatherWords(node: unknown, words: Set<string>, isTestLeftOut: boolean): void {
  if (isMark(node) || (isTestLeftOut && testNameOf(node) !== undefined)) return;
  if (isNode(node) && node.type === 'TemplateElement') words.add((node as unknown as { raw: string }).raw);
  else if (isNode(node) && 'value' in node && typeof node.value === 'string') words.add(node.value);
  for (const child of childrenOf(node)) gatherWords(child, words, isTestLeftOut);
}

function gatherCalls(
  node: unknown,
  name: MarkFunction,
  { calls, shared, ...around }: Omit<MarkCall, 'args'> & { shared: Set<string>; calls: MarkCall[] },
): void {
  const test = testNameOf(node);
  let inner = around;
  if (test !== undefined) {
    const words = new Set(shared);
    gatherWords(node, words, false);
    inner = { ...around, test, words };
  }
  if (isMark(node)) {
    const args = node.arguments.map(({ expression }) => textOf(expression) ?? '');
    if (rootOf(node.callee) === name) calls.push({ ...inner, args });
    return;
  }
  for (const child of childrenOf(node)) gatherCalls(child, name, { ...inner, calls, shared });
}

async function readCalls(name: MarkFunction, file: string, text: string): Promise<MarkCall[]> {
  const module = await parse(text, { syntax: 'typescript' });
  const shared = new Set<string>();
  gatherWords(module, shared, true);
  const calls: MarkCall[] = [];
  gatherCalls(module.body, name, { file, test: undefined, words: shared, calls, shared });
  return calls;
}

/** Every call of the function in all tests, in the order of their files. */
async function findCalls(name: MarkFunction): Promise<MarkCall[]> {
  const files = ['src', 'test'].flatMap((folder) => [...new Glob(`${folder}/**/*.test.ts`).scanSync()]).sort();
  const calls: MarkCall[] = [];
  for (const file of files) {
    const text = await Bun.file(file).text();
    if (text.includes(`${name}(`)) calls.push(...(await readCalls(name, file, text)));
  }
  return calls;
}

function toMarks({ args: [group = '', ...names], ...call }: MarkCall): Mark[] {
  return names.map((name) => ({ ...call, group, name }));
}

/** The names of the reference that one test file proves. */
export async function readMarks(file: string, text: string): Promise<Mark[]> {
  return (await readCalls('proves', file, text)).flatMap(toMarks);
}

/** The names of the reference that all tests prove. */
export async function findMarks(): Promise<Mark[]> {
  return (await findCalls('proves')).flatMap(toMarks);
}

/** The security rules that all tests guard. */
export async function findGuards(): Promise<GuardMark[]> {
  return (await findCalls('guards')).flatMap(({ args, file, test }) => args.map((rule) => ({ rule, file, test })));
}

/** The test as a table of a page in `docs/` shows it: a link to its file, and its name. */
export function testLink({ test = '', file }: Pick<MarkCall, 'test' | 'file'>): string {
  const name = file.split('/').at(-1);
  return `[${name}](../${file}): ${test.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`;
}
