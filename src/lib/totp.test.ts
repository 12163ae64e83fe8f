import { describe, expect, test } from 'bun:test';
import { findTotpStep, makeTotpSecret, toBase32, totpCode, totpUri } from './totp.ts';

// The secret and the times of RFC 6238, appendix B; its codes have eight digits, ours are their last six.
const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('codes of RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    test(`${seconds} s is ${code}`, () => {
      expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
    });
  }
});

test('a code is accepted one step early or late, and no further', () => {
  const now = 1_111_111_111_000;
  const step = Math.floor(now / 30_000);
  const found = [-2, -1, 0, 1, 2].map((away) => findTotpStep(SECRET, totpCode(SECRET, step + away), now));
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

test('what is not six digits is no code', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12345\n'])
    expect(findTotpStep(SECRET, code, 0)).toBeUndefined();
});

test('base32 of RFC 4648', () => {
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    ...['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'],
  ]);
});

test('secrets have 160 random bits', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});

test('the URI names the account and the service', () => {
  expect(totpUri('ABC', 'ada@example.com', 'go.example')).toBe(
    'otpauth://totp/go.example:ada%40example.com?secret=ABC&issuer=go.example&algorithm=SHA1&digits=6&period=30',
  );
});
