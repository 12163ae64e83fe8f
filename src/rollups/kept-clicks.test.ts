import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { encodeKept, keptRecords } from '../../test/support/kept-clicks.ts';
import { dimensions, forEachDimension } from './dimension.ts';
import { appendKept, countKept, type KeptClick, KeptScan, readKept } from './kept-clicks.ts';

const word = fc.oneof(fc.constant(0), fc.nat(50), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
const click: fc.Arbitrary<KeptClick> = fc.record({
  at: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  visitor: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  ...forEachDimension(() => word),
});

function readAll(bytes: Uint8Array): KeptClick[] {
  return Array.from({ length: countKept(bytes) }, (_, index) => readKept(bytes, index));
}

test('clicks come back as they were, in their order', () => {
  fc.assert(
    fc.property(fc.array(click), (clicks) => {
      expect(readAll(encodeKept(clicks))).toEqual(clicks);
    }),
  );
});

test('appending is the same as having them all at once, and leaves the old bytes alone', () => {
  fc.assert(
    fc.property(fc.array(click), fc.array(click), (first, second) => {
      const bytes = encodeKept(first);
      const before = bytes.slice();
      expect(appendKept(bytes, keptRecords(second))).toEqual(encodeKept([...first, ...second]));
      expect(bytes).toEqual(before);
    }),
  );
});

test('a scan reads each field by itself, also in bytes that begin elsewhere', () => {
  fc.assert(
    fc.property(fc.array(click), fc.nat(9), (clicks, offset) => {
      const encoded = encodeKept(clicks);
      const room = new Uint8Array(offset + encoded.length + 3);
      room.set(encoded, offset);
      const scan = new KeptScan(room.subarray(offset, offset + encoded.length));
      expect(scan.count).toBe(clicks.length);
      for (const [index, expected] of clicks.entries()) {
        expect(scan.at(index)).toBe(expected.at);
        expect(scan.visitor(index)).toBe(expected.visitor);
        for (const dimension of dimensions) expect(scan.word(index, dimension)).toBe(expected[dimension]);
      }
    }),
  );
});

test('no bytes are no clicks', () => {
  expect(countKept(new Uint8Array(0))).toBe(0);
  expect(countKept(encodeKept([]))).toBe(0);
});
