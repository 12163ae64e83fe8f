import type { SampleCondition, SampleRule, SampleVisit } from './rule-samples.ts';

// A plain implementation of the documented rules, for comparison with the real one. It shares no code with it, and knows only the
// values that rule-samples.ts uses.

const COUNTRIES: Record<string, string> = { germany: 'DE', usa: 'US', brazil: 'BR', canada: 'CA' };
const CONTINENTS: Record<string, string> = { DE: 'EU', FR: 'EU', CA: 'NA', US: 'NA', BR: 'SA', AU: 'OC' };
const REGION_CODES: Record<string, [country: string, name: string]> = {
  'US-CA': ['US', 'california'],
  'DE-BY': ['DE', 'bavaria'],
  'CA-QC': ['CA', 'quebec'],
};
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const WEEK_MINUTES = 7 * 1_440;

function countryCode(text: string): string {
  return COUNTRIES[text.toLowerCase()] ?? text.toUpperCase();
}

function plainName(text: string): string {
  const letters = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return letters
    .replace(/\(.*\)/, '')
    .trim()
    .toLowerCase()
    .replace(/^state of /, '');
}

function firstLanguage({ languages }: SampleVisit): string {
  const accepted = languages.filter(([tag, weight]) => weight > 0 && tag !== '*');
  const best = Math.max(...accepted.map(([, weight]) => weight));
  return (accepted.find(([, weight]) => weight === best)?.[0] ?? '').toLowerCase();
}

/** An address as bits: 32 for IPv4, 128 for IPv6. */
function bitsOf(address: string): string {
  if (!address.includes(':'))
    return address.split('.').map((part) => Number(part).toString(2).padStart(8, '0')).join(''); // biome-ignore format: short.
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const middle = address.includes('::')
    ? Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
    : [];
  const groups = [...(before ?? []), ...middle, ...(after ?? [])];
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

function isInRange(address: string, range: string): boolean {
  const [first = '', prefix] = range.split('/');
  const [bits, wanted] = [bitsOf(address), bitsOf(first)];
  return (
    bits.length === wanted.length && bits.startsWith(wanted.slice(0, prefix === undefined ? undefined : Number(prefix)))
  );
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function matchesTime({ after, before, days, from, to, zone = 'UTC' }: SampleCondition, now: number): boolean {
  const local = new Date(now).toLocaleString('sv-SE', { timeZone: zone });
  if (after !== undefined && local < after) return false;
  if (before !== undefined && local >= before) return false;
  const weekday = new Date(now).toLocaleString('en-US', { timeZone: zone, weekday: 'short' });
  const minute = WEEK.indexOf(weekday) * 1_440 + minuteOf(local.slice(11, 16));
  const start = from === undefined ? 0 : minuteOf(from);
  const length = to === undefined ? 1_440 - start : (minuteOf(to) - start + 1_440) % 1_440 || 1_440;
  const wanted = days ?? WEEK;
  return wanted.some((day) => {
    const begin = WEEK.findIndex((name) => name.toLowerCase() === day.toLowerCase()) * 1_440 + start;
    return (minute - begin + WEEK_MINUTES) % WEEK_MINUTES < length;
  });
}

function matchesRegion(value: string, { country, region }: SampleVisit): boolean {
  const code = REGION_CODES[value.toUpperCase()];
  return code ? code[0] === country && code[1] === plainName(region) : plainName(value) === plainName(region);
}

function matchesPlain(condition: SampleCondition, visit: SampleVisit): boolean {
  const { agent } = visit;
  const values = condition.in ?? [];
  const has = (found: string) => values.some((value) => value.toLowerCase() === found.toLowerCase());
  const isThere = condition.country === undefined || countryCode(condition.country) === visit.country;
  switch (condition.type) {
    case 'country':
      return visit.country !== '' && values.map(countryCode).includes(visit.country);
    case 'continent':
      return visit.country !== '' && has(CONTINENTS[visit.country] ?? '');
    case 'region':
      return isThere && visit.region !== '' && values.some((value) => matchesRegion(value, visit));
    case 'city':
      return isThere && visit.city !== '' && values.map(plainName).includes(plainName(visit.city));
    case 'language': {
      const first = firstLanguage(visit);
      return first !== '' && (has(first) || has(first.slice(0, 2)));
    }
    case 'device':
      return agent.devices.some(has);
    case 'os':
      return agent.os !== '' && has(agent.os);
    case 'browser':
      return agent.browser !== '' && has(agent.browser);
    case 'referrer': {
      const hosts = values.map((value) => (value === 'müller.example' ? 'xn--mller-kva.example' : value));
      const host = visit.referrerHost;
      return host === '' ? has('direct') : hosts.some((one) => host === one || host.endsWith(`.${one}`));
    }
    case 'query': {
      const found = visit.query.filter(([name]) => name === condition.name).map(([, value]) => value);
      return condition.in === undefined ? found.length > 0 : found.some((value) => values.includes(value));
    }
    case 'address':
      return values.some((range) => isInRange(visit.address, range));
    case 'time':
      return matchesTime(condition, visit.now);
    default:
      return condition.is === agent.kind;
  }
}

/** The index of the rule that answers, and the type of the first failed condition of each rule before it. */
export function referenceAnswer(rules: SampleRule[], visit: SampleVisit): { index: number; failed: string[] } {
  const failed: string[] = [];
  for (const [index, { when }] of rules.entries()) {
    const failure = when.find((condition) => matchesPlain(condition, visit) === (condition.not ?? false));
    if (!failure) return { index, failed };
    failed.push(failure.type);
  }
  return { index: -1, failed };
}
