import { expect, test } from 'bun:test';
import { VersionedCache } from './versioned-cache.ts';

function newValues(maxBytes: number) {
  return new VersionedCache<string>(maxBytes, ({ length }) => length);
}

test('a value is returned while its version is the same', () => {
  const values = newValues(100);
  values.set('key', 'one', 'first');
  expect(values.get('key', 'one')).toBe('first');
  expect(values.get('key', 'two')).toBeUndefined();
  expect(values.get('other', 'one')).toBeUndefined();
});

test('the least recently used value is dropped first', () => {
  const values = newValues(10);
  for (const key of ['a', 'b']) values.set(key, 'version', key.repeat(5));
  values.get('a', 'version');
  values.set('c', 'version', 'ccccc');
  expect(['a', 'b', 'c'].map((key) => values.get(key, 'version'))).toEqual(['aaaaa', undefined, 'ccccc']);
  expect(values.bytes).toBe(10);
});

test('a new value replaces the old one, and a value larger than the cache is not kept', () => {
  const values = newValues(10);
  values.set('a', 'one', 'aaaaa');
  values.set('a', 'two', 'aa');
  expect(values.bytes).toBe(2);
  values.set('b', 'one', 'b'.repeat(11));
  expect(values.bytes).toBe(0);
});

test('the version is read only if there is a value, and a value is created only if the version has changed', async () => {
  const values = newValues(100);
  const asked: string[] = [];
  function getOrCreate(version: string): Promise<string> {
    const readVersion = async () => {
      asked.push('version');
      return version;
    };
    const create = async () => {
      asked.push('value');
      return { version, value: `value of ${version}` };
    };
    return values.getOrCreate('key', readVersion, create);
  }
  expect(await getOrCreate('one')).toBe('value of one');
  expect(await getOrCreate('one')).toBe('value of one');
  expect(await getOrCreate('two')).toBe('value of two');
  expect(asked).toEqual(['value', 'version', 'version', 'value']);
});
