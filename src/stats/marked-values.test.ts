import { expect, test } from 'bun:test';
import { MarkedValues } from './marked-values.ts';

function newValues(maxBytes: number) {
  return new MarkedValues<string>(maxBytes, ({ length }) => length);
}

test('a value is there while its mark is the same', () => {
  const values = newValues(100);
  values.set('key', 'one', 'first');
  expect(values.get('key', 'one')).toBe('first');
  expect(values.get('key', 'two')).toBeUndefined();
  expect(values.get('other', 'one')).toBeUndefined();
});

test('the one that was not asked for longest is forgotten first', () => {
  const values = newValues(10);
  for (const key of ['a', 'b']) values.set(key, 'mark', key.repeat(5));
  values.get('a', 'mark');
  values.set('c', 'mark', 'ccccc');
  expect(['a', 'b', 'c'].map((key) => values.get(key, 'mark'))).toEqual(['aaaaa', undefined, 'ccccc']);
  expect(values.bytes).toBe(10);
});

test('what is set again takes the place of what was, and what is larger than all the room is not kept', () => {
  const values = newValues(10);
  values.set('a', 'one', 'aaaaa');
  values.set('a', 'two', 'aa');
  expect(values.bytes).toBe(2);
  values.set('b', 'one', 'b'.repeat(11));
  expect(values.bytes).toBe(0);
});

test('a mark is read only where there is a value, and a new value only where the mark has changed', async () => {
  const values = newValues(100);
  const asked: string[] = [];
  function recall(mark: string): Promise<string> {
    const readMark = async () => {
      asked.push('mark');
      return mark;
    };
    const create = async () => {
      asked.push('value');
      return { mark, value: `value of ${mark}` };
    };
    return values.recall('key', readMark, create);
  }
  expect(await recall('one')).toBe('value of one');
  expect(await recall('one')).toBe('value of one');
  expect(await recall('two')).toBe('value of two');
  expect(asked).toEqual(['value', 'mark', 'mark', 'value']);
});
