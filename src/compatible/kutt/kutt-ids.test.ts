import { expect, test } from 'bun:test';
import { parseKuttDuration } from './kutt-duration.ts';
import { createKuttIds } from './kutt-ids.ts';

const ids = createKuttIds('a secret');

test('every id becomes a UUID of its own, and the UUID that id again', () => {
  const numbers = [1, 2, 3, 1000, 2 ** 31, 2 ** 53 - 1];
  const uuids = numbers.map((id) => ids.write('link', id));
  for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(uuids).size).toBe(numbers.length);
  expect(uuids.map((uuid) => ids.read('link', uuid))).toEqual(numbers);
  expect(ids.read('link', uuids[0]?.toUpperCase() ?? '')).toBe(1);
  expect(createKuttIds('a secret').write('link', 1)).toBe(uuids[0] ?? '');
});

test('a UUID that was not made here is none: another noun, another secret, one changed digit, any text', () => {
  const uuid = ids.write('link', 7);
  expect(ids.read('domain', uuid)).toBeUndefined();
  expect(createKuttIds('other').read('link', uuid)).toBeUndefined();
  for (let place = 0; place < uuid.length; place += 1) {
    if (uuid[place] === '-') continue;
    const changed = uuid.slice(0, place) + (uuid[place] === 'a' ? 'b' : 'a') + uuid.slice(place + 1);
    expect([changed, ids.read('link', changed)]).toEqual([changed, undefined]);
  }
  for (const text of ['', '7', 'x'.repeat(36), '00000000-0000-0000-0000-000000000000', `${uuid}0`])
    expect(ids.read('link', text)).toBeUndefined();
});

test('durations are read as Kutt reads them', () => {
  const minute = 60_000;
  const samples: [string, number | undefined][] = [
    ['1m', minute],
    ['8h', 480 * minute],
    ['42 days', 42 * 1440 * minute],
    ['2 minutes', 2 * minute],
    ['1.5 Hours', 90 * minute],
    ['90000', 90_000],
    ['1y', 365.25 * 1440 * minute],
    ['', undefined],
    ['-1h', undefined],
    ['1 fortnight', undefined],
    ['h', undefined],
    ['1h2m', undefined],
  ];
  for (const [text, ms] of samples) expect([text, parseKuttDuration(text)]).toEqual([text, ms]);
});
