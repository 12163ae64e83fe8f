import { type ZipArchive, ZipError } from '../../lib/zip.ts';
import { EXPORT_VERSION, type Manifest } from './content.ts';
import { lineShapes } from './line-shapes.ts';

/** Yields the parsed lines of a file of the archive. */
export async function* readLines<Line>(archive: ZipArchive, file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of archive.lines(`${file}.ndjson`)) {
    number += 1;
    try {
      yield JSON.parse(text);
    } catch {
      throw new ZipError(`${file}.ndjson is not NDJSON`, { line: number });
    }
  }
}

/** Groups consecutive lines with the same key. */
export async function* groupLines<Line>(
  lines: AsyncIterable<Line>,
  keyOf: (line: Line) => string,
  most = Number.POSITIVE_INFINITY,
) {
  let [group, key] = [[] as Line[], ''];
  for await (const line of lines) {
    const next = keyOf(line);
    if (group.length > 0 && (next !== key || group.length >= most)) {
      yield group;
      group = [];
    }
    key = next;
    group.push(line);
  }
  if (group.length > 0) yield group;
}

/** Reads what the archive is; throws if it is not an export, or a newer one. */
export async function readManifest(archive: ZipArchive): Promise<Manifest> {
  for await (const manifest of readLines<Manifest>(archive, 'manifest')) {
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
  for (const name of archive.names) {
    if (!name.endsWith('.ndjson')) continue;
    const file = name.slice(0, -'.ndjson'.length);
    let number = 0;
    for await (const line of readLines<unknown>(archive, file)) {
      lineCount += 1;
      number += 1;
      const issue = lineShapes[file]?.safeParse(line).error?.issues[0];
      if (!issue) continue;
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const field = [...issue.path, ...keys].join('.') || 'the line';
      throw new ZipError(`${name}: ${field} is not valid`, { line: number });
    }
  }
  return lineCount;
}
