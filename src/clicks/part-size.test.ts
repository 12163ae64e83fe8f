import { expect, test } from 'bun:test';
import { PartSize } from './part-size.ts';

test('on SQLite a part grows while it takes less than its time, and shrinks to no less than a hundred subjects', () => {
  const size = new PartSize('sqlite');
  expect(size.subjects).toBe(100);
  size.learn(100, 1);
  expect(size.subjects).toBe(600);
  size.learn(600, 3);
  expect(size.subjects).toBe(1_000);
  size.learn(1_000, 20);
  expect(size.subjects).toBe(300);
  size.learn(300, 4_000);
  expect(size.subjects).toBe(100);
});

test('a part that was not full says nothing about a full one', () => {
  const size = new PartSize('sqlite');
  size.learn(20, 0.1);
  expect(size.subjects).toBe(100);
});

test('on PostgreSQL a part keeps its size, because it blocks nobody', () => {
  const size = new PartSize('postgres');
  const { subjects } = size;
  size.learn(subjects, 1_000);
  expect(size.subjects).toBe(subjects);
});
