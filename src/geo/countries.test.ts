import { expect, test } from 'bun:test';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { countryName, findCountry, locationName, parseLocation } from './countries.ts';

const found: [string, string][] = [
  ['US', 'US us usa USA U.S. U.S.A. America|United States|united states of america|the united states|UNITED-STATES'],
  ['GB', 'GB uk UK U.K. gbr|United Kingdom|great britain|the united kingdom|Britain'],
  ['KR', 'kor|South Korea|republic of korea|Korea, Republic of|korea'],
  ['KP', 'prk|north korea|DPRK'],
  ['RU', 'Russia|russian federation|RUS'],
  ['VN', 'vietnam|Viet Nam|viet-nam'],
  ['IR', 'iran|Islamic Republic of Iran|Iran, Islamic Republic of'],
  ['SY', 'syria|Syrian Arab Republic'],
  ['LA', "laos|Lao People's Democratic Republic|Lao People’s Democratic Republic"],
  ['MD', 'moldova|Republic of Moldova|Moldova, Republic of'],
  ['TZ', 'tanzania|United Republic of Tanzania'],
  ['BO', 'bolivia'],
  ['VE', 'venezuela'],
  ['CZ', 'czech republic|Czechia|the czech republic'],
  ['MK', 'macedonia|North Macedonia'],
  ['CI', "ivory coast|Côte d'Ivoire|cote d'ivoire|CÔTE D’IVOIRE|cote divoire"],
  ['TR', 'turkey|Türkiye|turkiye|TÜRKİYE'],
  ['SZ', 'swaziland|eswatini'],
  ['MM', 'burma|Myanmar'],
  ['CV', 'cape verde|cabo verde'],
  ['TW', 'taiwan|Taiwan, Province of China'],
  ['HK', 'hong kong|Hong-Kong'],
  ['MO', 'macau|Macao'],
  ['PS', 'palestine|state of palestine'],
  ['XK', 'kosovo|xk'],
  ['GM', 'gambia|the gambia'],
  ['BS', 'bahamas|the bahamas'],
  ['VA', 'vatican|Vatican City|holy see'],
  ['BN', 'brunei|Brunei Darussalam'],
  ['CD', 'dr congo|DRC|Democratic Republic of the Congo|Congo-Kinshasa'],
  ['CG', 'congo|Republic of the Congo|Congo-Brazzaville'],
  ['TL', 'east timor|Timor-Leste|timor leste'],
  ['GW', 'Guinea-Bissau|guinea bissau'],
  ['NL', 'netherlands|The Netherlands|Holland'],
  ['RE', 'réunion|reunion'],
  ['CW', 'curaçao|curacao'],
  ['AX', 'åland islands|aland islands'],
  ['ST', 'são tomé and príncipe|Sao Tome & Principe'],
  ['LC', 'St. Lucia|St Lucia|Saint Lucia'],
  ['TT', 'Trinidad & Tobago|trinidad and tobago'],
  ['CA', '  canada |CA|can|\tCanada\n'],
];
for (const [code, spellings] of found) {
  const texts = spellings
    .split('|')
    .flatMap((text, at) => (at === 0 && code.match(/US|GB/) ? text.split(' ') : [text]));
  test(`${code} is found as ${texts.join(', ')}`, () => {
    for (const text of texts) expect({ text, code: findCountry(text)?.code }).toEqual({ text, code });
  });
}

test('a text that is not a country is not found', () => {
  for (const text of [
    '',
    ' ',
    'england',
    'Narnia',
    'zz',
    'zzz',
    'the',
    'Europe',
    'constructor',
    '-',
    'a'.repeat(1e6),
  ]) {
    expect(findCountry(text)).toBeUndefined();
  }
});

test('every code has its own name, which leads back to it; so does its alpha-3 code', () => {
  expect(codes.length).toBe(250);
  for (const [alpha2 = '', alpha3 = ''] of codes) {
    const name = countryName(alpha2) ?? '';
    expect(name).not.toBe('');
    for (const text of [name, name.toUpperCase(), alpha2, alpha2.toLowerCase(), alpha3]) {
      expect({ text, country: findCountry(text) }).toEqual({ text, country: { code: alpha2, name } });
    }
    expect(parseLocation(`${name}-Somewhere`)).toEqual({ country: { code: alpha2, name }, region: 'somewhere' });
  }
});

const everyday: [string, string][] = [
  ['US', 'United States'],
  ['GB', 'United Kingdom'],
  ['RU', 'Russia'],
  ['KR', 'South Korea'],
  ['VN', 'Vietnam'],
  ['CN', 'China'],
  ['TW', 'Taiwan'],
  ['LA', 'Laos'],
];
test('names are the everyday ones', () => {
  for (const [code, name] of everyday) expect(countryName(code)).toBe(name);
  for (const code of ['ZZ', '', 'us', 'constructor']) expect(countryName(code)).toBeUndefined();
});

const locations: [string, string | undefined][] = [
  ['Canada', 'canada'],
  ['ca', 'canada'],
  ['Canada-Quebec', 'canada-quebec'],
  [' CANADA - Québec ', 'canada-quebec'],
  ['USA-New York', 'united states-new york'],
  ['CH-Zug', 'switzerland-zug'],
  ['US-CA', undefined],
  ['United States-ca', undefined],
  ['GB-ENG', undefined],
  ['FR-971', undefined],
  ['United States-District of Columbia', 'united states-district of columbia'],
  ['Guinea-Bissau', 'guinea-bissau'],
  ['Guinea-Bissau-Bafata', 'guinea-bissau-bafata'],
  ['Guinea-Conakry', 'guinea-conakry'],
  ['Timor-Leste-Dili', 'timor-leste-dili'],
  ['Germany-State of Berlin', 'germany-berlin'],
  ['Germany-North Rhine-Westphalia', 'germany-north rhine-westphalia'],
  ["France-Provence-Alpes-Côte d'Azur", "france-provence-alpes-cote d'azur"],
  ['Russia-St.-Petersburg', 'russia-st.-petersburg'],
  ['Japan-東京', 'japan-東京'],
  ['South Korea-서울', 'south korea-서울'],
  ['India-दिल्ली', 'india-दिल्ली'],
  ['Canada-', undefined],
  ['Canada- ', undefined],
  ['-Quebec', undefined],
  ['Narnia-North', undefined],
  ['Canada-<b>', undefined],
  ['Canada-a/b', undefined],
  ['Canada-a\nb', undefined],
  [`Canada-${'a'.repeat(80)}`, `canada-${'a'.repeat(80)}`],
  [`Canada-${'a'.repeat(81)}`, undefined],
  ['-'.repeat(100_000), undefined],
  ['', undefined],
];
for (const [text, name] of locations) {
  test(`the location ${JSON.stringify(text.slice(0, 60))} is ${name?.slice(0, 60) ?? 'refused'}`, () => {
    const location = parseLocation(text);
    expect(location && locationName(location)).toBe(name);
    // The displayed name can be parsed again.
    if (name) expect(parseLocation(name)).toEqual(location);
  });
}
