import { type ZipArchive, ZipError } from '../../lib/zip.ts';
import { EXPORT_VERSION, type Manifest } from './content.ts';
import { lineShapes } from './line-shapes.ts';

/** A parsed line, and how long its text is. */
interface SizedLine<Line> {
  line: Line;
  size: number;
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

// No line of an export has more; parsed values take many times the room of their text.
const MAX_VALUES = 500_000;

// Lines are kept in memory together up to this size of their text.
const MAX_GROUP = 32 * 1024 * 1024;

function hasTooManyValues(text: string): boolean {
  // A short line cannot have so many.
  if (text.length <= MAX_VALUES) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === COMMA || char === BRACKET || char === BRACE) count += 1;
  }
  return count > MAX_VALUES;
}

/** Yields the parsed lines of a file of the archive. */
export async function* readLines<Line>(archive: ZipArchive, file: string): AsyncGenerator<SizedLine<Line>> {
  let number = 0;
  for await (const text of archive.lines(`${file}.ndjson`)) {
    number += 1;
    if (hasTooManyValues(text)) throw new ZipError(`${file}.ndjson: the line has too many values`, { line: number });
    try {
      yield { line: JSON.parse(text), size: text.length };
    } catch {
      throw new ZipError(`${file}.ndjson is not NDJSON`, { line: number });
    }
  }
}

/** Groups consecutive lines with the same key. A group that would fill the memory is yielded in parts. */
export async function* groupLines<Line>(
  lines: AsyncIterable<SizedLine<Line>>,
  keyOf: (line: Line) => string,
  most = Number.POSITIVE_INFINITY,
) {
  let [group, key, groupSize] = [[] as Line[], '', 0];
  for await (const { line, size } of lines) {
    const next = keyOf(line);
    if (group.length > 0 && (next !== key || group.length >= most || groupSize + size > MAX_GROUP)) {
      yield group;
      [group, groupSize] = [[], 0];
    }
    key = next;
    group.push(line);
    groupSize += size;
  }
  if (group.length > 0) yield group;
}

/** Reads what the archive is; throws if it is not an export, or a newer one. */
export async function readManifest(archive: ZipArchive): Promise<Manifest> {
  for await (const { line: manifest } of readLines<Manifest>(archive, 'manifest')) {
    if (manifest.format !== 'signpost-export') break;
    if (manifest.version <= EXPORT_VERSION) return manifest;
    throw new ZipError('a newer version of Signpost wrote it');
  }
  throw new ZipError('it is not an export of Signpost');
}

/**
 * Reads everything once, so that a file that is damaged, or that no export wrote, stores nothing; returns how many lines it has.
 */
export async function verifyExport(archive: ZipArchive): Promise<number> {
  let lineCount = 0;
  // Other files are never read.
  for (const [file, shape] of Object.entries(lineShapes)) {
    let number = 0;
    for await (const { line } of readLines<unknown>(archive, file)) {
      lineCount += 1;
      number += 1;
      const issue = shape.safeParse(line).error?.issues[0];
      if (!issue) continue;
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const field = [...issue.path, ...keys].join('.') || 'the line';
      throw new ZipError(`${file}.ndjson: ${field} is not valid`, { line: number });
    }
  }
  return lineCount;
}
