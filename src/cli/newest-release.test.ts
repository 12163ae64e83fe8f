import { expect, test } from 'bun:test';
import { isNewerVersion, readReleaseVersion } from './newest-release.ts';

test('the version of a release is read from the names of its archives', () => {
  const sum = 'a'.repeat(64);
  expect(readReleaseVersion(`${sum}  install.sh\n${sum}  signpost-1.20.3-linux-x64.tar.gz\n`)).toBe('1.20.3');
  for (const other of ['', '<html>signpost-1.2.3-linux</html>', `${sum}  other-1.2.3-linux-x64.tar.gz`]) {
    expect(readReleaseVersion(other)).toBeUndefined();
  }
});

test('versions are compared as numbers', () => {
  expect(isNewerVersion('0.10.0', '0.9.9')).toBe(true);
  expect(isNewerVersion('1.0.0', '0.99.99')).toBe(true);
  expect(isNewerVersion('0.1.0', '0.1.0')).toBe(false);
  expect(isNewerVersion('0.1.9', '0.2.0')).toBe(false);
});
