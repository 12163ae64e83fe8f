import { expect, test } from 'bun:test';
import { TimeLimitError } from '../time-limit.ts';
import { createFindAddresses } from './find-addresses.ts';

function failing(code: string) {
  return async (): Promise<string[]> => {
    throw Object.assign(new Error(code), { code });
  };
}

const four = async () => ['203.0.113.7'];
const six = async () => ['2001:db8::7'];

test('the addresses of both families form one list', async () => {
  expect(await createFindAddresses([four, six], 1_000)('go.example')).toEqual(['203.0.113.7', '2001:db8::7']);
});

test.each(['ENOTFOUND', 'ENODATA'])(
  '%s for one family leaves the other, for both gives an empty list',
  async (code) => {
    expect(await createFindAddresses([failing(code), six], 1_000)('go.example')).toEqual(['2001:db8::7']);
    expect(await createFindAddresses([failing(code), failing(code)], 1_000)('go.example')).toEqual([]);
  },
);

test.each(['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED'])('%s is an error, not an empty list', async (code) => {
  await expect(createFindAddresses([four, failing(code)], 1_000)('go.example')).rejects.toThrow(code);
});

test('a DNS server that does not respond runs into the time limit', async () => {
  const silent = () => new Promise<string[]>(() => {});
  await expect(createFindAddresses([silent, six], 1)('go.example')).rejects.toThrow(TimeLimitError);
});
