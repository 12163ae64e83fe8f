import { expect, test } from 'bun:test';
import { sealText, unsealText } from './seal.ts';

const SECRET = 'a secret of sixteen characters';

test('a sealed text can be read again with the same secret and purpose', () => {
  const sealed = sealText(SECRET, 'keys', 'grüße');
  expect(sealed).not.toContain('grüße');
  expect(unsealText(SECRET, 'keys', sealed)).toBe('grüße');
  expect(sealText(SECRET, 'keys', 'grüße')).not.toBe(sealed);
});

test('another secret, another purpose or changed bytes reveal nothing', () => {
  const sealed = sealText(SECRET, 'keys', 'text');
  expect(unsealText('another secret of sixteen', 'keys', sealed)).toBeUndefined();
  expect(unsealText(SECRET, 'accounts', sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const index of [0, 5, 20, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(unsealText(SECRET, 'keys', changed.toString('base64url'))).toBeUndefined();
  }
  for (const wrong of ['', 'AQ', 'no base64!']) expect(unsealText(SECRET, 'keys', wrong)).toBeUndefined();
});
