import { formatDateTime, parseDateTime } from '../../lib/date-time.ts';
import { findTimeZone, UTC_ZONE } from '../../lib/time-zone.ts';
import type { Condition, ConditionOf } from '../../resources/links/rules/conditions/condition-kinds.ts';
import { formatDate, parseDate } from './read-request.ts';

/** A condition of a redirect rule in Shlink's API. */
export interface ShlinkCondition {
  type: string;
  matchKey: string | null;
  matchValue: string | null;
}

/** A condition of our rules as a request has it. */
type SentCondition = Record<string, unknown> & { type: Condition['type'] };

const browsers: ReadonlyMap<string, string> = new Map([
  ['chrome', 'Chrome'],
  ['firefox', 'Firefox'],
  ['edge', 'Edge'],
  ['safari', 'Safari'],
  ['opera', 'Opera'],
  ['android_browser', 'Android Browser'],
]);

const devices = ['android', 'ios', 'mobile', 'windows', 'macos', 'linux', 'chromeos', 'desktop'];

// Shlink counts tablets as mobile devices, and we do not.
const MOBILE = ['mobile', 'tablet'];

const WILDCARDS = /^(\d{1,3}\.){1,3}\*(\.\*)*$/;
const OCTETS = 4;
const BITS = 8;

/** Turns `11.22.*.*` into `11.22.0.0/16`; undefined if a wildcard is not at the end. */
function readAddress(text: string): string | undefined {
  if (!text.includes('*')) return text;
  const octets = text.split('.');
  if (!WILDCARDS.test(text) || octets.length !== OCTETS) return undefined;
  const fixed = octets.filter((octet) => octet !== '*').length;
  return `${octets.map((octet) => (octet === '*' ? '0' : octet)).join('.')}/${fixed * BITS}`;
}

function readMoment(text: string, field: 'after' | 'before'): SentCondition | undefined {
  const ms = parseDate(text);
  return ms === undefined ? undefined : { type: 'time', [field]: formatDateTime(ms) };
}

function listOf<Type extends Condition['type']>(type: Type, value: string | undefined): SentCondition | undefined {
  return value === undefined ? undefined : { type, in: [value] };
}

/** The condition in the form of our API, which validates its values; undefined if our rules cannot express it. */
export function readCondition({ type, matchKey, matchValue }: ShlinkCondition): SentCondition | undefined {
  const name = matchKey ?? '';
  const value = matchValue ?? '';
  switch (type) {
    case 'device':
      if (!devices.includes(value)) return undefined;
      return value === 'mobile' ? { type, in: MOBILE } : { type, in: [value] };
    case 'language':
      return listOf('language', value.replace('_', '-'));
    case 'query-param':
      return value === '' ? undefined : { type: 'query', name, in: [value] };
    case 'any-value-query-param':
      return { type: 'query', name };
    case 'valueless-query-param':
      return { type: 'query', name, in: [''] };
    case 'ip-address':
      return listOf('address', readAddress(value));
    case 'geolocation-country-code':
      return /^[A-Z]{2}$/.test(value) ? listOf('country', value) : undefined;
    case 'geolocation-city-name':
      return listOf('city', value);
    case 'before-date':
      return readMoment(value, 'before');
    case 'after-date':
      return readMoment(value, 'after');
    case 'browser':
      return listOf('browser', browsers.get(value));
    default:
      return undefined;
  }
}

/** Conditions that must all match. */
type Conjunction = ShlinkCondition[];

function show(type: string, matchValue: string | null, matchKey: string | null = null): Conjunction {
  return [{ type, matchKey, matchValue }];
}

function showDevices(names: string[]): Conjunction[] | undefined {
  const isMobile = names.length === MOBILE.length && MOBILE.every((name) => names.includes(name));
  if (isMobile) return [show('device', 'mobile')];
  return names.every((name) => devices.includes(name)) ? names.map((name) => show('device', name)) : undefined;
}

function showBrowsers(names: string[]): Conjunction[] | undefined {
  const words = names.map((name) => [...browsers].find(([, ours]) => ours === name)?.[0]);
  return words.includes(undefined) ? undefined : words.map((word) => show('browser', word ?? null));
}

function showQuery({ name, in: values }: ConditionOf<'query'>): Conjunction[] {
  if (values === undefined) return [show('any-value-query-param', null, name)];
  return values.map((value) =>
    value === '' ? show('valueless-query-param', null, name) : show('query-param', value, name),
  );
}

function showTime({ after, before, days, from, to, zone: name }: ConditionOf<'time'>): Conjunction[] | undefined {
  const zone = name === undefined ? UTC_ZONE : findTimeZone(name);
  if (!zone || days !== undefined || from !== undefined || to !== undefined) return undefined;
  const format = (local: string) => formatDate(zone.fromLocal(parseDateTime(local) ?? 0));
  return [
    [
      ...(after === undefined ? [] : show('after-date', format(after))),
      ...(before === undefined ? [] : show('before-date', format(before))),
    ],
  ];
}

/** The ways in which Shlink's conditions express one of ours, any of which may match; undefined if they cannot. */
export function showCondition(condition: Condition): Conjunction[] | undefined {
  if (condition.not) return undefined;
  switch (condition.type) {
    case 'device':
      return showDevices(condition.in);
    case 'language':
      return condition.in.map((language) => show('language', language));
    case 'query':
      return showQuery(condition);
    case 'address':
      return condition.in.map((block) => show('ip-address', block));
    case 'country':
      return condition.in.map((code) => show('geolocation-country-code', code));
    case 'city': {
      const isAnywhere = condition.country === undefined;
      return isAnywhere ? condition.in.map((city) => show('geolocation-city-name', city)) : undefined;
    }
    case 'time':
      return showTime(condition);
    case 'browser':
      return showBrowsers(condition.in);
    default:
      return undefined;
  }
}
