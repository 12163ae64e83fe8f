import { expect, test } from 'bun:test';
import { RecentMap } from './recent-map.ts';

test('the most recently used entries are kept, and no more than twice the limit', () => {
  const map = new RecentMap<number>(10);
  for (let index = 0; index < 100; index += 1) {
    map.set(`key ${index}`, index);
    map.get('key 0');
  }
  const kept = Array.from({ length: 100 }, (_, index) => map.get(`key ${index}`)).filter(
    (value) => value !== undefined,
  );
  expect(kept).toContain(0);
  expect(kept.length).toBeLessThanOrEqual(20);
  for (let index = 95; index < 100; index += 1) expect(map.get(`key ${index}`)).toBe(index);
});
