import { describe, expect, test } from 'bun:test';
import { encodeKept, keptRecords } from '../../test/support/kept-clicks.ts';
import { type Dimension, dimensions, forEachDimension } from './dimension.ts';
import { appendKept, type KeptClick, KeptScan, NO_KEPT_CLICKS, readKept } from './kept-clicks.ts';
import { Rollup } from './rollup.ts';
import { NewerFormatError } from './stored-format.ts';
import { VisitorSketch } from './visitor-sketch.ts';

// The bytes that each version wrote. They never change, because a store has such rows for years.
const COUNTS = {
  'version 1, narrow':
    '01 0200 0000 0000 0100 0000 0000 0100 0000 0000 0100' +
    '070000000300 020100000100 000000000200 01000100ffff 090000000100',
  'version 1, wide':
    '02 0200 0000 0000 0100 0000 0000 0100 0000 0000 0100' +
    '07000000030000000000 02010000010000000000 00000000020000000000 01000100000001000000 09000000010000000000',
  'version 2, narrow':
    '03 0a 0200 0000 0000 0100 0000 0000 0100 0000 0000 0100' +
    '070000000300 020100000100 000000000200 01000100ffff 090000000100',
  'version 2, wide':
    '04 0a 0200 0000 0000 0100 0000 0000 0100 0000 0000 0100' +
    '07000000030000000000 02010000010000000000 00000000020000000000 01000100000001000000 09000000010000000000',
};

const RECORDS =
  '007a3ae4a101 605040302010 01000000 02000000 03000000 04000000 00000000 06000000 07000000 08000000 09000000 0a000000' +
  'e87d3ae4a101 010000000000 00000000 02000000 03000000 04000000 00000000 06000000 07000000 08000000 09000000 70110100';
const KEPT = { 'version 1': `01 ${RECORDS}`, 'version 2': `02 0a ${RECORDS}` };

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.fromHex(hex.replaceAll(' ', ''));
}

function open(counts: Uint8Array): Rollup {
  return new Rollup({ clicks: 0, bots: 0, counts, visitors: null });
}

function countsOf(rollup: Rollup): Partial<Record<Dimension, [word: number, count: number][]>> {
  const lists = dimensions.map((dimension) => {
    const top = rollup.top(dimension, Number.POSITIVE_INFINITY);
    return [dimension, top.map(({ word, count }) => [word, count])] as const;
  });
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

describe('the counts of a rollup', () => {
  for (const [name, hex] of Object.entries(COUNTS)) {
    const os = name.endsWith('wide') ? 65_536 : 65_535;
    const expected = {
      country: [
        [7, 3],
        [258, 1],
      ],
      referrer: [[0, 2]],
      os: [[65_537, os]],
      bot: [[9, 1]],
    };

    test(`of ${name} are read correctly`, () => {
      expect(countsOf(open(bytesOf(hex)))).toEqual(expected as ReturnType<typeof countsOf>);
    });

    test(`of ${name} are stored in the newest version, and the old bytes do not change`, () => {
      const stored = bytesOf(hex);
      const rollup = open(stored);
      const newest = bytesOf(COUNTS[name.endsWith('wide') ? 'version 2, wide' : 'version 2, narrow']);
      expect(rollup.encodeCounts()).toEqual(newest);
      rollup.add('city', 8, 4);
      rollup.add('country', 7, 1);
      expect(countsOf(open(rollup.encodeCounts()))).toEqual({
        ...expected,
        country: [
          [7, 4],
          [258, 1],
        ],
        city: [[8, 4]],
      } as ReturnType<typeof countsOf>);
      expect(stored).toEqual(bytesOf(hex));
    });

    test(`of ${name} can be merged with those of any other version`, () => {
      for (const other of Object.values(COUNTS)) {
        const rollup = open(bytesOf(hex));
        rollup.merge(open(bytesOf(other)));
        expect(rollup.top('country', 1)).toEqual([{ word: 7, count: 6 }]);
        expect(rollup.top('bot', 1)).toEqual([{ word: 9, count: 2 }]);
      }
    });
  }

  test('with fewer dimensions have no values of a new dimension, and can get some', () => {
    const nine = bytesOf('03 09 0100 0000 0000 0000 0000 0000 0000 0000 0100 070000000300 090000000100');
    const rollup = open(nine);
    expect(countsOf(rollup)).toEqual({ country: [[7, 3]], language: [[9, 1]] });
    expect(rollup.has('bot', 9)).toBe(false);
    rollup.add('bot', 5);
    expect(countsOf(open(rollup.encodeCounts()))).toEqual({ country: [[7, 3]], language: [[9, 1]], bot: [[5, 1]] });
  });

  test('have no room for dimensions that no click had, as versions without these dimensions wrote them', () => {
    const rollup = new Rollup();
    rollup.add('country', 7, 3);
    expect(rollup.encodeCounts()).toEqual(bytesOf('03 01 0100 070000000300'));
    rollup.add('route', 9, 2);
    const sections = `${'0000'.repeat(dimensions.length - 2)} 0100`;
    expect(rollup.encodeCounts()).toEqual(bytesOf(`03 11 0100 ${sections} 070000000300 090000000200`));
    rollup.add('region', 8);
    expect(countsOf(open(rollup.encodeCounts()))).toEqual({ country: [[7, 3]], region: [[8, 1]], route: [[9, 2]] });
  });

  test('of a newer version, or with more dimensions, are refused', () => {
    const more = dimensions.length + 1;
    const moreSections = `03 ${more.toString(16).padStart(2, '0')} ${'0000'.repeat(more)}`;
    for (const hex of ['00', '05 0a', 'ff', moreSections]) {
      expect(() => open(bytesOf(hex))).toThrow(NewerFormatError);
    }
    expect(() => open(bytesOf(moreSections))).toThrow('A rollup was written by a newer version of Signpost');
  });
});

describe('kept clicks', () => {
  const first: KeptClick = {
    ...{ at: Date.UTC(2026, 10, 16, 12), visitor: 0x102030405060 },
    ...forEachDimension(() => 0),
    ...{ country: 1, region: 2, city: 3, referrer: 4, social: 0, browser: 6, os: 7, device: 8, language: 9, bot: 10 },
  };
  const second: KeptClick = { ...first, at: first.at + 1_000, visitor: 1, country: 0, bot: 70_000 };

  for (const [name, hex] of Object.entries(KEPT)) {
    test(`of ${name} are read correctly`, () => {
      const stored = bytesOf(hex);
      expect(new KeptScan(stored).count).toBe(2);
      expect([readKept(stored, 0), readKept(stored, 1)]).toEqual([first, second]);
    });

    test(`of ${name} are converted to the newest version when clicks are appended`, () => {
      const stored = bytesOf(hex);
      expect(appendKept(stored, keptRecords([second])).toHex()).toBe(encodeKept([first, second, second]).toHex());
      expect(stored).toEqual(bytesOf(hex));
    });
  }

  test('are written in the newest version', () => {
    const { bytes } = keptRecords([first, second]);
    const ten = { dimensionCount: 10, bytes: Buffer.concat([bytes.subarray(0, 52), bytes.subarray(80, 132)]) };
    expect(appendKept(NO_KEPT_CLICKS, ten).toHex()).toBe(bytesOf(KEPT['version 2']).toHex());
    expect(NO_KEPT_CLICKS).toEqual(new Uint8Array([2, 0]));
  });

  test('without clicks are empty in every version', () => {
    for (const hex of ['', '01', '02 0a']) expect(new KeptScan(bytesOf(hex)).count).toBe(0);
  });

  test('with fewer dimensions have no values of a new dimension', () => {
    const nine = bytesOf(`02 09 007a3ae4a101 605040302010 ${'07000000'.repeat(9)}`);
    const scan = new KeptScan(nine);
    expect([scan.count, scan.word(0, 'country'), scan.word(0, 'language'), scan.word(0, 'bot')]).toEqual([1, 7, 7, 0]);
    const appended = appendKept(nine, keptRecords([second]));
    expect([readKept(appended, 0).bot, readKept(appended, 0).language]).toEqual([0, 7]);
    expect(readKept(appended, 1)).toEqual(second);
  });

  test('of a newer version, or with more dimensions, are refused', () => {
    for (const hex of ['00', '03 0a', '02 ff']) {
      expect(() => new KeptScan(bytesOf(hex))).toThrow(NewerFormatError);
      expect(() => appendKept(bytesOf(hex), keptRecords([second]))).toThrow(NewerFormatError);
    }
  });
});

describe('a sketch of visitors', () => {
  test('of single visitors is read correctly', () => {
    const sketch = VisitorSketch.decode(bytesOf('01 050000000000 010000000001'));
    expect(sketch.count()).toBe(2);
    sketch.add(5);
    sketch.add(2 ** 40 + 1);
    expect(sketch.encode().toHex()).toBe(bytesOf('01 050000000000 010000000001').toHex());
  });

  test('of registers is read correctly', () => {
    const stored = bytesOf(`02 ${'01'.repeat(2 ** 14)}`);
    expect(VisitorSketch.decode(stored).count()).toBe(23_637);
  });

  test('of another format is refused', () => {
    for (const hex of ['00', '03 01', 'ff']) expect(() => VisitorSketch.decode(bytesOf(hex))).toThrow(NewerFormatError);
  });
});
