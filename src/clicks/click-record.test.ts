import { expect, test } from 'bun:test';
import { NewerFormatError } from '../rollups/stored-format.ts';
import { nounCodes, visitedNouns } from '../rollups/subject.ts';
import { type ClickRecord, readRecord, recordBytes, stepOver, writeRecord } from './click-record.ts';

const KIND_WORD = 2;
const SEED = 1;

function write(noun: ClickRecord['noun']): { space: Int32Array; record: ClickRecord } {
  const texts = { peer: '203.0.113.9', forwardedFor: '', agent: 'a', language: '', referrer: '', purpose: '' };
  const record: ClickRecord = { noun, id: 5, at: 1_800_000_000_000, isHead: true, ...texts };
  const space = new Int32Array(recordBytes(record) / 4);
  writeRecord(space, 0, record, SEED);
  return { space, record };
}

function read(space: Int32Array): ClickRecord | undefined {
  return readRecord(space, Buffer.from(space.buffer), 0);
}

test('a visit of each noun is read back as it was written', () => {
  for (const noun of visitedNouns) {
    const { space, record } = write(noun);
    expect(stepOver(space, 0, space.byteLength, SEED)).toBe(space.byteLength);
    expect(read(space)).toEqual(record);
  }
});

test('the visit of a link is written as it was before there were other nouns', () => {
  expect(write('link').space[KIND_WORD]).toBe(2 | (1 << 8));
  expect(write('qr').space[KIND_WORD]).toBe(2 | (1 << 8) | (nounCodes.qr << 16));
});

test('a noun by the number of links is a link; one that is not known is of a newer version', () => {
  const { space, record } = write('link');
  space[KIND_WORD] = 2 | (1 << 8) | (nounCodes.link << 16);
  expect(read(space)).toEqual(record);
  for (const code of [1, 4, 9, 255]) {
    space[KIND_WORD] = 2 | (code << 16);
    expect(() => read(space)).toThrow(NewerFormatError);
  }
});

// Bytes as the version wrote them, in segment 5. They never change: a journal may wait for the next start.
const VERSION_2 =
  '60000000 1bafc4aa 02010300 02000000 01000000 007a3ae4 a1010000 0c000000 3139382e 35312e31 30302e37 00000000' +
  '06000000 6375726c 2f380000 02000000 64650000 12000000 68747470 733a2f2f 612e6578 616d706c 652f0000' +
  '08000000 70726566 65746368';

test('a record of version 2 is read and written as these bytes', () => {
  const bytes = Buffer.from(VERSION_2.replaceAll(' ', ''), 'hex');
  const space = new Int32Array(new Uint8Array(bytes).buffer);
  const record: ClickRecord = {
    ...{ noun: 'qr', id: 2 ** 32 + 2, at: Date.UTC(2026, 10, 16, 12), isHead: true, peer: '198.51.100.7' },
    ...{ forwardedFor: '', agent: 'curl/8', language: 'de', referrer: 'https://a.example/', purpose: 'prefetch' },
  };
  expect(stepOver(space, 0, space.byteLength, 5)).toBe(space.byteLength);
  expect(read(space)).toEqual(record);
  const written = new Int32Array(recordBytes(record) / 4);
  writeRecord(written, 0, record, 5);
  expect(written).toEqual(space);
});

test('a record of a newer version is refused, and one of a version that never was is no record', () => {
  const { space } = write('link');
  for (const version of [3, 255]) {
    space[KIND_WORD] = version;
    expect(() => read(space)).toThrow('A journal of clicks was written by a newer version of Signpost');
  }
  for (const version of [0, 1]) {
    space[KIND_WORD] = version;
    expect(read(space)).toBeUndefined();
  }
});
