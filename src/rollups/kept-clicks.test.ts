import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { encodeKept, keptRecords } from '../../test/support/kept-clicks.ts';
import { type Dimension, dimensions, forEachDimension } from './dimension.ts';
import { appendKept, countKept, type KeptClick, KeptScan, NO_KEPT_CLICKS, readKept, trimKept } from './kept-clicks.ts';

const word = fc.oneof(fc.constant(0), fc.nat(50), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
const click: fc.Arbitrary<KeptClick> = fc.record({
  at: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  visitor: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  ...forEachDimension(() => word),
});

function readAll(bytes: Uint8Array): KeptClick[] {
  return Array.from({ length: countKept(bytes) }, (_, index) => readKept(bytes, index));
}

test('clicks are read back unchanged and in order', () => {
  fc.assert(
    fc.property(fc.array(click), (clicks) => {
      expect(readAll(encodeKept(clicks))).toEqual(clicks);
    }),
  );
});

test('appending gives the same bytes as writing all clicks at once, and does not change the old bytes', () => {
  fc.assert(
    fc.property(fc.array(click), fc.array(click), (first, second) => {
      const bytes = encodeKept(first);
      const before = bytes.slice();
      expect(appendKept(bytes, keptRecords(second))).toEqual(encodeKept([...first, ...second]));
      expect(bytes).toEqual(before);
    }),
  );
});

test('a scan reads each field separately, even in a view with an offset', () => {
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

test('no bytes mean no clicks', () => {
  expect(countKept(new Uint8Array(0))).toBe(0);
  expect(countKept(encodeKept([]))).toBe(0);
});

test('clicks without values of the last dimensions are stored without them, and read the same', () => {
  const none = forEachDimension(() => 0);
  const plain = { ...none, at: 1_800_000_000_000, visitor: 7, country: 1, device: 9 };
  const last = dimensions.at(-1) as Dimension;
  const bytes = appendKept(NO_KEPT_CLICKS, keptRecords([plain, { ...plain, visitor: 8 }]));
  const trimmed = trimKept(bytes);
  expect(trimmed[1]).toBe(dimensions.indexOf('device') + 1);
  expect([readKept(trimmed, 0), readKept(trimmed, 1)]).toEqual([plain, { ...plain, visitor: 8 }]);
  // Such clicks can still be appended to.
  expect(readKept(appendKept(trimmed, keptRecords([plain])), 2)).toEqual(plain);
  const whole = appendKept(NO_KEPT_CLICKS, keptRecords([plain, { ...plain, [last]: 3 }]));
  expect(trimKept(whole)).toEqual(whole);
});
