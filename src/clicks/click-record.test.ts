import { expect, test } from 'bun:test';
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

test('a noun by the number of links is a link; one that is not known is no record', () => {
  const { space, record } = write('link');
  space[KIND_WORD] = 2 | (1 << 8) | (nounCodes.link << 16);
  expect(read(space)).toEqual(record);
  for (const code of [1, 4, 9, 255]) {
    space[KIND_WORD] = 2 | (code << 16);
    expect(read(space)).toBeUndefined();
  }
});
