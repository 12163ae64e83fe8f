import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';

// Archives are reproducible: anyone can build a release and compare it with the published one.
const FIXED = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];

/** Writes files into a .tar.gz without their folders. */
export function writeTarGz(out: string, files: string[]): void {
  const words = files.flatMap((file) => ['-C', dirname(resolve(file)), basename(file)]);
  const { exitCode, stderr } = Bun.spawnSync(['tar', ...FIXED, '-I', 'gzip -9n', '-cf', out, ...words]);
  if (exitCode !== 0) throw new Error(`tar failed: ${stderr}`);
}

const DEFLATED = 8;
const VERSION = 20;
// 1980-01-01, the first day that the format knows.
const DATE = 0x21;

/** The fields that the entry and its copy in the directory at the end share. */
function describeEntry(bytes: Buffer, packed: Buffer, name: string): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(Bun.hash.crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

/** Writes files into a .zip without their folders; Debian has no zip program by default. */
export async function writeZip(out: string, files: string[]): Promise<void> {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const [bytes, name] = [readFileSync(file), basename(file)];
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = describeEntry(bytes, packed, name);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    // The mode of the file, in the upper half of its attributes.
    rest.writeUInt32LE((statSync(file).mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 3]), fields, rest, Buffer.from(name));
    entries.push(entry);
    offset += entry.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  await Bun.write(out, Buffer.concat([...entries, listed, end]));
}
