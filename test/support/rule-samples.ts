import fc from 'fast-check';

/** What is true about a random visitor, and what a request of this visitor sends. */
export interface SampleVisit {
  country: string;
  region: string;
  city: string;
  address: string;
  agent: SampleAgent;
  /** Language tags with their weights, in the order of the header. */
  languages: [tag: string, weight: number][];
  /** The host of the page before, or ''. */
  referrerHost: string;
  query: [name: string, value: string][];
  now: number;
}

interface SampleAgent {
  text: string;
  devices: string[];
  os: string;
  browser: string;
  kind: 'person' | 'bot' | 'preview';
}

/** A condition as a body has it. */
export interface SampleCondition {
  type: string;
  not?: boolean;
  in?: string[] | undefined;
  is?: string;
  name?: string;
  country?: string | undefined;
  after?: string;
  before?: string;
  days?: string[];
  from?: string;
  to?: string;
  zone?: string;
}

/** A rule as a body has it. */
export interface SampleRule {
  name?: string;
  when: SampleCondition[];
  url?: string;
  split?: { name?: string; url: string; weight: number }[];
}

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const AGENTS: SampleAgent[] = [
  {
    text: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Mobile/15E148 Safari/604.1`,
    ...{ devices: ['iphone', 'ios', 'mobile'], os: 'iOS', browser: 'Safari', kind: 'person' },
  },
  {
    text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
    ...{ devices: ['windows', 'desktop'], os: 'Windows', browser: 'Firefox', kind: 'person' },
  },
  {
    text: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    ...{ devices: ['android', 'mobile'], os: 'Android', browser: 'Chrome', kind: 'person' },
  },
  { text: 'Googlebot/2.1 (+http://www.google.com/bot.html)', devices: [], os: '', browser: '', kind: 'bot' },
  { text: 'UptimeRobot/2.0', devices: [], os: '', browser: '', kind: 'bot' },
  { text: 'facebookexternalhit/1.1', devices: [], os: '', browser: '', kind: 'preview' },
  { text: '', devices: [], os: '', browser: '', kind: 'person' },
];

/** Places as location data has them; the last one is unknown. */
const PLACES = [
  ['DE', 'Bavaria', 'Munich'],
  ['DE', 'State of Berlin', 'Berlin (Mitte)'],
  ['CA', 'Quebec', 'Montréal (Ville-Marie)'],
  ['US', 'California', 'Paris'],
  ['FR', 'Île-de-France', 'Paris'],
  ['BR', 'São Paulo', 'São Paulo'],
  ['AU', '', ''],
  ['', '', ''],
] as const;

const ADDRESSES = ['203.0.113.7', '203.0.113.200', '10.1.2.3', '2001:db8::7', '2001:db8:0:1::1', '::1'];
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland'];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export const visits: fc.Arbitrary<SampleVisit> = fc
  .record({
    place: fc.constantFrom(...PLACES),
    address: fc.constantFrom(...ADDRESSES),
    agent: fc.constantFrom(...AGENTS),
    languages: fc.array(
      fc.tuple(fc.constantFrom('de', 'de-AT', 'en-US', 'pt', 'pt-BR', 'fr', '*'), fc.constantFrom(0, 0.5, 0.9, 1)),
      { maxLength: 4 },
    ),
    referrerHost: fc.constantFrom('', 'news.example', 'm.news.example', 'fakenews.example', 'xn--mller-kva.example'),
    query: fc.array(fc.tuple(fc.constantFrom('a', 'A', 'b c'), fc.constantFrom('', '1', 'ü&=')), { maxLength: 3 }),
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
  })
  .map(({ place: [country, region, city], ...rest }) => ({ country, region, city, ...rest }));

function someOf(values: readonly string[]): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
}

const optional = { requiredKeys: [] as [] };
const times = ['00:00', '02:30', '09:00', '17:30', '23:59'];
const dates = ['2026-03-29 12:00:00', '2026-06-01 00:00:00', '2026-10-25 12:00:00'];
const optionalCountry = fc.option(fc.constantFrom('DE', 'Canada', 'us', 'FR'), { nil: undefined });

const conditions: fc.Arbitrary<SampleCondition> = fc.oneof(
  fc.record({ type: fc.constant('country'), in: someOf(['DE', 'Germany', 'ca', 'USA', 'Brazil', 'AU']) }),
  fc.record({
    type: fc.constant('region'),
    in: someOf(['US-CA', 'de-by', 'CA-QC', 'berlin', 'QUÉBEC', 'Ile-de-France', 'sao paulo']),
    country: optionalCountry,
  }),
  fc.record({
    type: fc.constant('city'),
    in: someOf(['munich', 'BERLIN', 'Montreal', 'Paris', 'São Paulo']),
    country: optionalCountry,
  }),
  fc.record({ type: fc.constant('continent'), in: someOf(['EU', 'na', 'SA', 'OC', 'AF']) }),
  fc.record({ type: fc.constant('language'), in: someOf(['de', 'DE-AT', 'en', 'pt-BR', 'fr-CA']) }),
  fc.record({ type: fc.constant('device'), in: someOf(['iphone', 'Mobile', 'desktop', 'android', 'macos']) }),
  fc.record({ type: fc.constant('os'), in: someOf(['ios', 'Windows', 'ANDROID', 'Linux']) }),
  fc.record({ type: fc.constant('browser'), in: someOf(['safari', 'Firefox', 'chrome', 'Edge']) }),
  fc.record({
    type: fc.constant('referrer'),
    in: someOf(['news.example', 'm.news.example', 'müller.example', 'direct']),
  }),
  fc.record({
    type: fc.constant('query'),
    name: fc.constantFrom('a', 'b c', 'x'),
    in: fc.option(someOf(['', '1', 'ü&=']), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('address'),
    in: someOf(['203.0.113.0/25', '203.0.113.200', '10.0.0.0/8', '0.0.0.0/0', '::/0', '2001:db8::/64', '::1']),
  }),
  fc
    .record({
      type: fc.constant('time'),
      zone: fc.constantFrom(...ZONES),
      days: someOf(DAYS),
      times: fc.record({ from: fc.constantFrom(...times), to: fc.constantFrom(...times) }, optional),
    })
    .map(({ times: range, ...rest }) => ({ ...rest, ...range })),
  fc
    .record({
      type: fc.constant('time'),
      zone: fc.constantFrom(...ZONES),
      from: fc.constantFrom(...times),
      dates: fc.record({ after: fc.constantFrom(...dates), before: fc.constantFrom(...dates) }, optional),
    })
    .map(({ dates: range, ...rest }) => ({ ...rest, ...range })),
  fc.record({ type: fc.constant('visitor'), is: fc.constantFrom('person', 'bot', 'preview') }),
);

const negatable = fc
  .tuple(conditions, fc.boolean())
  .map(([condition, not]): SampleCondition => (not ? { ...condition, not } : condition));

const variants = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 3 })
  .map((weights) => weights.map((weight, index) => ({ url: `https://variant-${index + 1}.example/`, weight })));

/** Random rules of a link; every third rule has a split. */
export const ruleLists: fc.Arbitrary<SampleRule[]> = fc
  .array(
    fc.record({
      when: fc.array(negatable, { maxLength: 3 }),
      split: fc.option(variants, { nil: undefined, freq: 2 }),
      isNamed: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((rules) =>
    rules.map(({ when, split, isNamed }, index) => ({
      ...(isNamed && { name: `Rule ${index}` }),
      when,
      ...(split ? { split } : { url: `https://rule-${index + 1}.example/` }),
    })),
  );
