import { fieldError } from '../../core/errors.ts';
import type { SourceClick, SourceLink } from '../source.ts';
import type { DubEvent } from './dub-api.ts';
import { dateIn, isObject, type JsonObject, objectIn, textIn, textOf } from './json-fields.ts';
import { toDate, toDescription, toTitle, withoutEmpty } from './link-texts.ts';

/** The name of a link that stands for a whole domain. */
const ROOT = '_root';

// A server that stores only a hash shows dots in place of the password.
const HIDDEN = /^[•*●]+$/;

function textsIn(json: JsonObject, field: string): string[] {
  const list = json[field];
  const named = Array.isArray(list) ? list.map((tag) => (isObject(tag) ? textIn(tag, 'name') : textOf(tag))) : [];
  return named.filter((name) => name !== '');
}

function readDevices(json: JsonObject): { device: string; link: string }[] {
  return ['ios', 'android'].flatMap((device) => {
    const link = textIn(json, device);
    return link === '' ? [] : [{ device, link }];
  });
}

function readCountries(json: JsonObject): { location: string; link: string }[] {
  return Object.entries(objectIn(json, 'geo')).map(([location, link]) => ({ location, link: textOf(link) }));
}

/** A split test that runs; Dub sends each visitor to one of its destinations. */
function hasRunningTest(json: JsonObject): boolean {
  const variants = json.testVariants;
  const end = dateIn(json, 'testCompletedAt');
  return Array.isArray(variants) && variants.length > 1 && (end === undefined || end > Date.now());
}

function listOrNothing<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** A link of Dub. Its destination contains its UTM parameters. */
export function toSourceLink(json: JsonObject): SourceLink {
  const password = textIn(json, 'password');
  const isHidden = HIDDEN.test(password);
  const hasPreview = json.proxy === true;
  const body = withoutEmpty({
    url: textIn(json, 'url'),
    custom: textIn(json, 'key'),
    created: toDate(dateIn(json, 'createdAt')),
    password: password === '' || isHidden ? undefined : password,
    expiry: toDate(dateIn(json, 'expiresAt')),
    expiry_url: textIn(json, 'expiredUrl') || undefined,
    metatitle: toTitle(textIn(json, 'title')),
    metadescription: hasPreview ? toDescription(textIn(json, 'description')) : undefined,
    metaimage: hasPreview ? textIn(json, 'image') || undefined : undefined,
    description: toDescription(textIn(json, 'comments')),
    type: json.rewrite === true ? 'frame' : undefined,
    status: textIn(json, 'disabledAt') === '' ? undefined : 'disabled',
    devicetarget: listOrNothing(readDevices(json)),
    geotarget: listOrNothing(readCountries(json)),
    tags: listOrNothing(textsIn(json, 'tags')),
  });
  const problems = [
    ...(isHidden ? [fieldError('password', 'password_unknown')] : []),
    ...(textIn(json, 'key') === ROOT ? [fieldError('custom', 'reserved_word')] : []),
    ...(hasRunningTest(json) ? [fieldError('rules', 'condition_unknown', { condition: 'testVariants' })] : []),
  ];
  return { ref: textIn(json, 'id'), domain: textIn(json, 'domain') || null, body, problems };
}

/** A click of Dub, which counts no bots. */
export function toSourceClick({ at, json }: DubEvent): SourceClick {
  const click = isObject(json.click) ? json.click : json;
  return {
    at,
    isBot: false,
    country: textIn(click, 'country'),
    region: textIn(click, 'region'),
    city: textIn(click, 'city'),
    referrer: textIn(click, 'refererUrl') || textIn(click, 'referer'),
    browser: textIn(click, 'browser'),
    os: textIn(click, 'os'),
    device: textIn(click, 'device'),
    isScan: click.qr === true || click.qr === 1 || textIn(click, 'trigger') === 'qr',
  };
}
