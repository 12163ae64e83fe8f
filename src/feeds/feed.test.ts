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
  ['a client that has seen all events misses nothing', feedOf(5, 9), 9, []],
  ['a client that is behind misses the rest', feedOf(5, 9), 7, [8, 9]],
  ['a client that has seen the event before the oldest misses all kept events', feedOf(5, 9), 4, [5, 6, 7, 8, 9]],
  ['a client that has seen less than that has a gap', feedOf(5, 9), 3, undefined],
  ['a client that has seen nothing has a gap', feedOf(5, 9), 0, undefined],
  ['a client with a number that never existed has a gap', feedOf(5, 9), 10, undefined],
  ['an empty feed has nothing to miss', { seq: 9, events: [] }, 9, []],
  ['an empty feed that began anew has a gap', { seq: 9, events: [] }, 8, undefined],
];
for (const [rule, feed, seen, missed] of cases) {
  test(rule, () => {
    expect(listMissed(feed, seen)?.map(({ seq }) => seq)).toEqual(missed);
  });
}

test('an event is one block of lines, whatever its texts contain', () => {
  expect(writeEvent('click', { city: 'a\n\nid: 9\r\u2028' }, 7)).toBe(
    'id: 7\nevent: click\ndata: {"city":"a\\n\\nid: 9\\r\u2028"}\n\n',
  );
  expect(writeEvent('end', {})).toBe('event: end\ndata: {}\n\n');
});
