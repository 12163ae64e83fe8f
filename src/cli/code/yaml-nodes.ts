import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

/** A field of a map, with the node of its name. */
export interface YamlField {
  name: string;
  key: unknown;
  value: unknown;
}

/** Reads the nodes of a YAML document, with anchors and merge keys (`<<`). */
export interface YamlNodes {
  lineOf(node: unknown): number;
  /** Follows an alias to the node with its anchor; returns any other node as it is. */
  resolve(node: unknown): unknown;
  /** The fields of a map; its own ones before those that are merged into it. */
  fieldsOf(map: unknown): YamlField[];
  /** The value of a node. With `isText`, a number is the text as it is written, such as the alias 0123. */
  read(node: unknown, isText: boolean): unknown;
}

// No field needs more, and a node can contain itself.
const MAX_DEPTH = 30;
const MAX_ALIASES = 1_000_000;

/** `report` gets what is wrong with a node, and its line. */
export function createYamlNodes(
  document: Document,
  lines: LineCounter,
  report: (line: number, problem: string) => void,
): YamlNodes {
  const lineOf = (node: unknown) => lines.linePos(((node as Node | null)?.range ?? [0])[0]).line;
  let aliases = 0;
  let hasReportedDepth = false;

  function resolve(node: unknown): unknown {
    if (!isAlias(node)) return node;
    aliases += 1;
    const found = aliases > MAX_ALIASES ? undefined : node.resolve(document);
    if (found) return found;
    report(lineOf(node), aliases > MAX_ALIASES ? 'too many aliases' : `there is no anchor '${node.source}'`);
    return null;
  }

  function isTooDeep(node: unknown, depth: number): boolean {
    if (depth <= MAX_DEPTH) return false;
    if (!hasReportedDepth) report(lineOf(node), 'nested too deeply');
    hasReportedDepth = true;
    return true;
  }

  function fieldsOf(map: unknown, depth = 0): YamlField[] {
    const node = resolve(map);
    if (!isMap(node) || isTooDeep(node, depth)) return [];
    const fields: YamlField[] = node.items.map(({ key, value }) => {
      return { name: String(isScalar(key) ? key.value : key), key, value };
    });
    const own = fields.filter(({ name }) => name !== '<<');
    const merged = fields
      .filter(({ name }) => name === '<<')
      .flatMap(({ value }) => {
        const from = resolve(value);
        return (isSeq(from) ? from.items : [from]).flatMap((one) => fieldsOf(one, depth + 1));
      });
    const seen = new Set<string>();
    return [...own, ...merged].filter(({ name }) => !seen.has(name) && seen.add(name));
  }

  function read(given: unknown, isText: boolean, depth = 0): unknown {
    const node = resolve(given);
    if (isTooDeep(node, depth)) return null;
    if (isScalar(node)) {
      const isNumber = typeof node.value === 'number' || typeof node.value === 'bigint';
      return isText && isNumber && node.source !== undefined ? node.source : node.value;
    }
    if (isSeq(node)) return node.items.map((item) => read(item, isText, depth + 1));
    if (!isMap(node)) return null;
    return Object.fromEntries(fieldsOf(node).map(({ name, value }) => [name, read(value, false, depth + 1)]));
  }

  return { lineOf, resolve, fieldsOf, read };
}
