import { isIP } from 'node:net';
import { z } from 'zod';
import { browserNames } from '../agent/browser.ts';
import { deviceNames, parseDevice } from '../agent/device.ts';
import { parseLanguage } from '../agent/language.ts';
import { osNames } from '../agent/os.ts';
import { fullReferrerHostOf } from '../agent/referrer.ts';
import { visitorKinds } from '../agent/visit-kind.ts';
import type { FieldProblem } from '../core/errors.ts';
import { findCountry } from '../geo/countries.ts';
import { answerOf } from '../http/envelope.ts';
import { customIssue } from '../http/field-issue.ts';
import { blankIsNull, idInBody } from '../http/fields.ts';
import { normalizeAddress } from '../lib/ip.ts';
import { parseLooseDate } from '../lib/loose-date.ts';
import { createLinkBody, prepareNewLink } from '../resources/links/link.contract.ts';
import { oneOf } from '../resources/links/rules/conditions/condition-kind.ts';
import { MAX_PLACE_NAME, parsePlaceName } from '../resources/links/rules/conditions/place-name.ts';
import { parseRegion } from '../resources/links/rules/conditions/region-condition.ts';
import type { Decision } from './decide.ts';

const MAX_AGENT = 1_024;
const MAX_QUERY = 8_192;
const MAX_STEPS = 20;

/** A text that `parse` converts; `problem` if it returns undefined. */
function parsedField<Value>(maxLength: number, parse: (text: string) => Value | undefined, problem: FieldProblem) {
  return z
    .string()
    .max(maxLength)
    .transform((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue(customIssue(problem));
      return z.NEVER;
    })
    .nullish();
}

function optionField(options: readonly string[]) {
  return parsedField(40, oneOf(options), { code: 'not_one_of', params: { options: options.join(', ') } });
}

// What a header can contain.
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
const WEIGHT = /^\s*q=[\d.]+\s*$/i;
const LANGUAGE_TAG = /^([a-z]{2,3})(?:[-_][a-z\d]{2,8}){0,4}$/i;

/** Visitors also send tags that no rule can name, such as `fil` and `zh-Hant-TW`. */
function isLanguageTag(text: string): boolean {
  const [, code = ''] = LANGUAGE_TAG.exec(text) ?? [];
  return code.length === 3 || parseLanguage(code) !== undefined;
}

/** One language, or several as in an Accept-Language header. */
function parseLanguages(text: string): string | undefined {
  const areValid = text.split(',').every((part) => {
    const [tag = '', ...parameters] = part.split(';');
    return (tag.trim() === '*' || isLanguageTag(tag.trim())) && parameters.every((one) => WEIGHT.test(one));
  });
  return areValid ? text.replaceAll('_', '-') : undefined;
}

/** The host of a URL or a host; '' for `direct`. */
function parseReferrer(text: string): string | undefined {
  const written = text.trim();
  if (written.toLowerCase() === 'direct') return '';
  return fullReferrerHostOf(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`) || undefined;
}

function parseAddress(text: string): string | undefined {
  const address = normalizeAddress(text.trim());
  return isIP(address) === 0 ? undefined : address;
}

const visitorFields = {
  country: parsedField(160, (text) => findCountry(text)?.code, { code: 'not_a_country' }).describe(
    'Country of the visitor: ISO code or English name',
  ),
  region: parsedField(MAX_PLACE_NAME, parseRegion, { code: 'not_a_region' }).describe(
    'Region: a code of ISO 3166-2, such as US-CA, which also means its country, or a name',
  ),
  city: parsedField(MAX_PLACE_NAME, parsePlaceName, { code: 'not_a_city' }).describe('City: its name in English'),
  device: parsedField(50, parseDevice, { code: 'not_one_of', params: { options: deviceNames.join(', ') } }).describe(
    `${deviceNames.join(', ')}; iphone is also ios and mobile`,
  ),
  os: optionField(osNames).describe('Operating system, as statistics name it'),
  browser: optionField(browserNames).describe('Browser, as statistics name it'),
  user_agent: parsedField(MAX_AGENT, (text) => (HEADER_TEXT.test(text) ? text : undefined), {
    code: 'control_characters',
  }).describe('User-Agent; it gives device, system, browser and kind of visitor unless these are named'),
  language: parsedField(256, parseLanguages, { code: 'not_a_language', params: { example: 'fr-CA' } }).describe(
    'Language, such as fr-CA, or several as in the Accept-Language header',
  ),
  referrer: parsedField(2_048, parseReferrer, { code: 'not_a_host' }).describe(
    'Page that the visitor comes from: a URL or a host; direct for none',
  ),
  query: parsedField(MAX_QUERY, (text) => text.replace(/^\?/, ''), { code: 'invalid' }).describe(
    'Query of the visited URL, such as a=1&b=2',
  ),
  address: parsedField(60, parseAddress, { code: 'not_an_address' }).describe(
    'IP address of the visitor; it gives country, region and city unless these are named',
  ),
  time: parsedField(40, (text) => parseLooseDate(text.trim()), { code: 'not_a_date' }).describe(
    'Time of the visit, YYYY-MM-DD HH:MM:SS in UTC; default: now',
  ),
  is: parsedField(10, oneOf(visitorKinds) as (text: string) => (typeof visitorKinds)[number] | undefined, {
    code: 'not_one_of',
    params: { options: visitorKinds.join(', ') },
  }).describe('person, bot or preview; default: what the User-Agent says'),
  clicks: z
    .int()
    .min(0)
    .max(1e12)
    .nullish()
    .describe('Clicks that were used of `max_clicks`; default: those of the link'),
};

/** The body of a simulation: the visitor of a stored link. */
export const simulateBody = z.strictObject(visitorFields);

/** The same for a link that is not stored. */
export const simulateUnsavedBody = z.strictObject({
  link: createLinkBody.describe('The link, as for `POST /api/url/add`'),
  id: idInBody.nullish().describe('The stored link that this is a change of: splits then choose the same variants'),
  ...visitorFields,
});

/** Reads "" as null, also in the link. */
export function prepareUnsaved(body: object): object {
  const blank = blankIsNull(body);
  const { link } = body as { link?: unknown };
  return typeof link === 'object' && link !== null ? { ...blank, link: prepareNewLink(link) } : blank;
}

const kinds = {
  redirect: true,
  app: true,
  escape: true,
  frame: true,
  splash: true,
  overlay: true,
  social: true,
  pixels: true,
  consent: true,
  password: true,
  limited: true,
  gone: true,
  unknown: true,
} satisfies Record<Decision['kind'], true>;

const decisionView = z.enum(Object.keys(kinds) as (keyof typeof kinds)[]);

const stepView = z.strictObject({
  rule: z.string().max(64).describe('Name of the rule, or its position from 1'),
  condition: z.string().max(20).nullable().describe('The first condition that did not match; null if the rule matched'),
  matched: z.boolean().describe('Whether the rule matched'),
  saw: z.string().nullable().describe('What that condition saw; "" if it is unknown; null if the rule matched'),
});

export const simulateAnswer = answerOf({
  decision: decisionView.describe('The kind of result'),
  reason: z.enum(['disabled', 'expired']).nullable().describe('Why the link is gone, or leads to `expiry_url`'),
  next: decisionView.nullable().describe('For `password`: the kind of result after the password; otherwise null'),
  url: z.string().nullable().describe('Where the visitor ends up, also after a password; null if nowhere'),
  route: z.string().max(255).nullable().describe('What chose `url`, as in statistics; null if nothing did'),
  entry: z
    .string()
    .nullable()
    .describe('The entry of the list, if the route is geo, device or language: `canada`, `iphone`, `fr`'),
  steps: z
    .array(stepView)
    .max(MAX_STEPS)
    .describe('Every rule up to the one that matched; empty if the rules were not reached'),
});

export type SimulatedProperties = z.output<typeof simulateBody>;
export type Simulation = Omit<z.output<typeof simulateAnswer>, 'error'>;
