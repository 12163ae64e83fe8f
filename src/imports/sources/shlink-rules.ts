import { formatDateTime } from '../../lib/date-time.ts';
import { isObject, type JsonObject, objectsIn, textIn } from './json-fields.ts';

/** A condition in the form of our API. */
type Condition = Record<string, unknown> & { type: string };

const BROWSERS: Record<string, string> = {
  ...{ chrome: 'Chrome', firefox: 'Firefox', edge: 'Edge', safari: 'Safari', opera: 'Opera' },
  android_browser: 'Android Browser',
};
const DEVICES = ['android', 'ios', 'windows', 'macos', 'linux', 'chromeos', 'desktop'];
const WILDCARDS = /^(?:\d{1,3}\.){1,3}\*(?:\.\*)*$/;

/** `11.22.*.*` is `11.22.0.0/16`. */
function toAddress(text: string): string {
  const octets = text.split('.');
  if (!WILDCARDS.test(text) || octets.length !== 4) return text;
  return `${text.replaceAll('*', '0')}/${octets.filter((octet) => octet !== '*').length * 8}`;
}

function toMoment(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : formatDateTime(ms);
}

/** The condition of our rules that matches the same visitors; undefined if there is none. */
function toCondition(type: string, name: string, value: string): Condition | undefined {
  const moment = toMoment(value);
  switch (type) {
    case 'device':
      // Tablets are mobile devices for Shlink, and not for us.
      if (value === 'mobile') return { type, in: ['mobile', 'tablet'] };
      return DEVICES.includes(value) ? { type, in: [value] } : undefined;
    case 'language':
      return { type, in: [value.replace('_', '-')] };
    case 'query-param':
      return { type: 'query', name, in: [value] };
    case 'any-value-query-param':
      return { type: 'query', name };
    case 'valueless-query-param':
      return { type: 'query', name, in: [''] };
    case 'ip-address':
      return { type: 'address', in: [toAddress(value)] };
    case 'geolocation-country-code':
      return { type: 'country', in: [value] };
    case 'geolocation-city-name':
      return { type: 'city', in: [value] };
    case 'before-date':
      return moment === undefined ? undefined : { type: 'time', before: moment };
    case 'after-date':
      return moment === undefined ? undefined : { type: 'time', after: moment };
    case 'browser':
      return value in BROWSERS ? { type, in: [BROWSERS[value]] } : undefined;
    default:
      return undefined;
  }
}

/** The redirect rules of a link as our rules, and the types of conditions that have no equivalent. */
export function readShlinkRules(response: unknown): { rules: JsonObject[]; unknown: string[] } {
  // A server that is compatible with Shlink refuses to show rules that Shlink does not have.
  if (isObject(response) && response.status === 400) return { rules: [], unknown: ['redirectRules'] };
  const unknown: string[] = [];
  const sorted = (objectsIn(response, 'redirectRules') ?? []).toSorted(
    (left, right) => Number(left.priority ?? 0) - Number(right.priority ?? 0),
  );
  const rules = sorted.map((rule) => ({
    url: textIn(rule, 'longUrl'),
    when: (objectsIn(rule, 'conditions') ?? []).flatMap((condition) => {
      const type = textIn(condition, 'type');
      const found = toCondition(type, textIn(condition, 'matchKey'), textIn(condition, 'matchValue'));
      if (!found) unknown.push(type);
      return found ?? [];
    }),
  }));
  return { rules, unknown };
}
