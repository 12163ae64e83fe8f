import { join } from 'node:path';
import { writeZip, ZipArchive } from '../../src/lib/zip.ts';
import { newFolder } from './engines.ts';

// biome-ignore lint/suspicious/noExplicitAny: the lines of a forged export have any shape.
export type ExportLine = any;

/** Copies an archive and changes the lines of one of its files; returns the path of the copy. */
export async function changeExport(path: string, file: string, change: (line: ExportLine) => void): Promise<string> {
  const archive = await ZipArchive.open(path);
  async function* pieces(name: string) {
    for await (const text of archive.lines(name)) {
      const line = JSON.parse(text);
      if (name === `${file}.ndjson`) change(line);
      yield `${JSON.stringify(line)}\n`;
    }
  }
  const copy = join(newFolder(), 'changed.zip');
  const writer = Bun.file(copy).writer();
  const files = archive.names.map((name) => ({ name, pieces: pieces(name) }));
  for await (const bytes of writeZip(files, Date.now())) writer.write(bytes);
  await writer.end();
  return copy;
}
