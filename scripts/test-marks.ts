import { type CallExpression, type Expression, parse } from '@swc/core';
import { Glob } from 'bun';

/** The functions that mark a test. They do nothing at run time; the scripts read the calls from the source. */
type MarkFunction = 'proves' | 'guards';

/** A call of such a function in a test file. */
interface MarkCall {
  args: string[];
  file: string;
  /** The name of the test that contains the call; undefined outside of tests. */
  test: string | undefined;
  /** All identifiers and strings in that test, and in the shared code of its file. */
  words: ReadonlySet<string>;
}

/** An item of the API reference that a test proves. */
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

// `testField` declares a test of one field, whose name has two parts.
const TESTS = new Set(['test', 'testField', 'testWithoutStore']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function isCall(node: unknown): node is CallExpression {
  return isNode(node) && node.type === 'CallExpression';
}

/** Finds `test` in `test(…)`, `test.each(…)(…)` and similar calls. */
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

/** Collects all identifiers and strings below a node, without marks and optionally without tests. */
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

async function readAllCalls(name: MarkFunction): Promise<MarkCall[]> {
  const files = ['src', 'test'].flatMap((folder) => [...new Glob(`${folder}/**/*.test.ts`).scanSync()]).sort();
  const calls: MarkCall[] = [];
  for (const file of files) {
    const text = await Bun.file(file).text();
    if (text.includes(`${name}(`)) calls.push(...(await readCalls(name, file, text)));
  }
  return calls;
}

// Several checks of one run need them, and parsing takes a second.
const found = new Map<MarkFunction, Promise<MarkCall[]>>();

/** All calls of the function in all tests, in the order of the files. */
function findCalls(name: MarkFunction): Promise<MarkCall[]> {
  const calls = found.get(name) ?? readAllCalls(name);
  found.set(name, calls);
  return calls;
}

function toMarks({ args: [group = '', ...names], ...call }: MarkCall): Mark[] {
  return names.map((name) => ({ ...call, group, name }));
}

/** The reference items that one test file proves. */
export async function readMarks(file: string, text: string): Promise<Mark[]> {
  return (await readCalls('proves', file, text)).flatMap(toMarks);
}

/** The reference items that all tests prove. */
export async function findMarks(): Promise<Mark[]> {
  return (await findCalls('proves')).flatMap(toMarks);
}

/** The security rules that all tests guard. */
export async function findGuards(): Promise<GuardMark[]> {
  return (await findCalls('guards')).flatMap(({ args, file, test }) => args.map((rule) => ({ rule, file, test })));
}

/** Formats a test for a table in `docs/`: a link to its file, and its name. */
export function testLink({ test = '', file }: Pick<MarkCall, 'test' | 'file'>): string {
  const name = file.split('/').at(-1);
  return `[${name}](../${file}): ${test.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`;
}
