import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { countryName } from './countries.ts';
import { openPlaces } from './places.ts';
import { findPublicAddress } from './public-address.ts';

const places = openPlaces();

const known: [string, string, string | undefined][] = [
  ['24.48.0.1', 'CA', 'quebec'],
  ['8.8.8.8', 'US', 'california'],
  ['88.198.1.1', 'DE', 'saxony'],
  ['2a02:8100::1', 'DE', 'berlin'],
  ['2003:e0::1', 'DE', 'hesse'],
  ['2003:00E0:0:0:0:0:0:0001', 'DE', 'hesse'],
  ['::ffff:24.48.0.1', 'CA', 'quebec'],
  ['::FFFF:1830:1', 'CA', 'quebec'],
  ['0:0:0:0:0:ffff:24.48.0.1', 'CA', 'quebec'],
];
for (const [address, country, region] of known) {
  test(`${address} is in ${country}, ${region}`, () => {
    expect(places.countryOf(address)).toBe(country);
    expect(places.regionOf(address)).toBe(region);
    expect(places.placeOf(address).country).toBe(country);
  });
}

test('statistics use the names in the data', () => {
  expect(places.placeOf('24.48.0.1')).toEqual({ country: 'CA', region: 'Quebec', city: 'Montreal (Ville-Marie)' });
});

const nowhere = [
  ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.1.1', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.9', '198.18.0.1', '::', '::1', 'fe80::1'],
  ...[
    'fe80::1%eth0',
    'fc00::1',
    'ff02::1',
    '2001:db8::1',
    '2001:0DB8:1::1',
    '3fff::1',
    '::ffff:10.0.0.1',
    '64:ff9b::1',
  ],
  ...[
    '',
    'garbage',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '256.1.1.1',
    '8.8.8.08',
    '8.8.8.8 ',
    '8.8.8.-8',
  ],
  ...[
    '2a02:8100',
    '2a02:8100::1::2',
    '2a02:8100:::1',
    '2a02:g::1',
    ':',
    ':::',
    '2::8.8.8',
    '[2a02:8100::1]',
    '8.8.8.8:80',
  ],
  ...['9'.repeat(100_000), '2:'.repeat(50_000)],
];
for (const address of nowhere) {
  test(`${JSON.stringify(address.slice(0, 40))} has no place`, () => {
    expect(places.countryOf(address)).toBeUndefined();
    expect(places.regionOf(address)).toBeUndefined();
    expect(places.placeOf(address)).toEqual({ country: '', region: '', city: '' });
  });
}

test('addresses next to the private ranges are public', () => {
  for (const address of [
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
  ]) {
    expect(findPublicAddress(address)).toBeDefined();
  }
});

test('every address has a result, and every country has a name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => {
      const { country } = places.placeOf(address);
      expect(places.countryOf(address) ?? '').toBe(country);
      if (country !== '') expect(countryName(country)).toBeDefined();
    }),
    { numRuns: 2000 },
  );
});

test('opening costs nothing, and asking keeps little in memory', () => {
  const fresh: unknown[] = [];
  const cpuMs = fastestCpuMs(1, () => {
    for (let count = 0; count < 1_000; count += 1) fresh.push(openPlaces());
  });
  expect(cpuMs).toBeLessThan(100);
  expect(fresh.length).toBe(1_000);
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 20_000; at++) places.placeOf(`${1 + (at % 222)}.${(at * 7) % 256}.${(at * 13) % 256}.1`);
  Bun.gc(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
});
