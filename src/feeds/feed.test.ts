import { expect, test } from 'bun:test';
import { type Feed, listMissed, type NumberedEvent, writeEvent } from './feed.ts';

function feedOf(first: number, last: number): Feed {
  const events = Array.from({ length: last - first + 1 }, (_, index): NumberedEvent => {
    const data = { link: 1, alias: 'a', change: 'updated' as const, date: '2026-11-16 12:00:00' };
    return { seq: first + index, event: 'link', data };
  });
  return { seq: last, events };
}

const cases: [string, Feed, number, number[] | undefined][] = [
  ['one who has seen all misses nothing', feedOf(5, 9), 9, []],
  ['one who lags behind misses the rest', feedOf(5, 9), 7, [8, 9]],
  ['one who has seen what came just before the oldest misses all that is kept', feedOf(5, 9), 4, [5, 6, 7, 8, 9]],
  ['one who has seen less than that has a gap', feedOf(5, 9), 3, undefined],
  ['one who has seen nothing has a gap', feedOf(5, 9), 0, undefined],
  ['one who has seen what never was has a gap', feedOf(5, 9), 10, undefined],
  ['an empty feed has nothing to miss', { seq: 9, events: [] }, 9, []],
  ['an empty feed that began anew has a gap', { seq: 9, events: [] }, 8, undefined],
];
for (const [rule, feed, seen, missed] of cases) {
  test(rule, () => {
    expect(listMissed(feed, seen)?.map(({ seq }) => seq)).toEqual(missed);
  });
}

test('an event is a block of lines, whatever its texts hold', () => {
  expect(writeEvent('click', { city: 'a\n\nid: 9\r\u2028' }, 7)).toBe(
    'id: 7\nevent: click\ndata: {"city":"a\\n\\nid: 9\\r\u2028"}\n\n',
  );
  expect(writeEvent('end', {})).toBe('event: end\ndata: {}\n\n');
});
