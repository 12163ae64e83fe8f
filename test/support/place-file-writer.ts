import { writeFileSync } from 'node:fs';

/** What a record may hold. */
export type Value = string | number | Value[] | { [name: string]: Value };

function head(type: number, size: number): number[] {
  const [first, rest] = size < 29 ? [size, []] : [29, [size - 29]];
  return type < 8 ? [(type << 5) | first, ...rest] : [first, type - 7, ...rest];
}

function encode(value: Value): number[] {
  if (typeof value === 'string') return [...head(2, Buffer.byteLength(value)), ...Buffer.from(value)];
  if (typeof value === 'number')
    return [...head(6, 4), value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  if (Array.isArray(value)) return [...head(11, value.length), ...value.flatMap(encode)];
  const fields = Object.entries(value);
  return [...head(7, fields.length), ...fields.flatMap(([name, field]) => [...encode(name), ...encode(field)])];
}

/** Writes a database in MaxMind's format in which every address has the same record; returns its path. */
export function writePlaceFile(path: string, row: Value, { bits = 28, ipVersion = 6 } = {}): string {
  // One node with both sides pointing to the first record: the number of nodes plus the gap plus offset 0.
  const side = Buffer.alloc(4);
  side.writeUInt32BE(17);
  const node = {
    24: [...side.subarray(1), ...side.subarray(1)],
    28: [...side.subarray(1), 0, ...side.subarray(1)],
    32: [...side, ...side],
  }[bits];
  const metadata = { node_count: 1, record_size: bits, ip_version: ipVersion, database_type: 'Test-City' };
  const mark = [0xab, 0xcd, 0xef, ...Buffer.from('MaxMind.com')];
  writeFileSync(
    path,
    Buffer.from([...(node ?? []), ...Buffer.alloc(16), ...encode(row), ...mark, ...encode(metadata)]),
  );
  return path;
}
