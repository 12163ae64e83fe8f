// All codes of ISO 639-1.
const LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es ' +
    'et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki ' +
    'kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no ' +
    'nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te ' +
    'tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);

const MAX_HEADER_LENGTH = 512;
const MAX_TAGS = 20;
const TARGET = /^([a-z]{2})(?:[-_]([a-z]{2}|\d{3}))?$/;
const TAG = /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,4}$/;

function readWeight(parameters: string): number {
  const at = parameters.indexOf('q=');
  if (at === -1) return 1;
  const weight = Number.parseFloat(parameters.slice(at + 2));
  // An invalid weight is no reason to ignore the language.
  return Number.isNaN(weight) ? 1 : Math.min(weight, 1);
}

// Nearly all visitors send one of a few hundred headers.
const read = new Map<string, readonly string[]>();
const MAX_READ = 2_000;

/** The tags of an `Accept-Language` header in lower case, sorted by weight; equal weights keep their order. */
export function preferredLanguages(acceptLanguage: string | null): readonly string[] {
  if (!acceptLanguage) return [];
  let tags = read.get(acceptLanguage);
  if (tags === undefined) {
    tags = readTags(acceptLanguage);
    if (read.size >= MAX_READ) read.clear();
    if (acceptLanguage.length <= MAX_HEADER_LENGTH) read.set(acceptLanguage, tags);
  }
  return tags;
}

function readTags(acceptLanguage: string): string[] {
  const parts = acceptLanguage.slice(0, MAX_HEADER_LENGTH).toLowerCase().split(',');
  // The last tag may be truncated.
  if (acceptLanguage.length > MAX_HEADER_LENGTH) parts.pop();
  const tags: string[] = [];
  const weights: number[] = [];
  for (let index = 0; index < parts.length && index < MAX_TAGS; index++) {
    const part = parts[index] ?? '';
    const end = part.indexOf(';');
    const tag = (end === -1 ? part : part.slice(0, end)).trim();
    const weight = end === -1 ? 1 : readWeight(part.slice(end + 1));
    if (weight <= 0 || !TAG.test(tag)) continue;
    // Browsers send them sorted, so this hardly ever moves anything.
    let at = tags.length;
    for (; at > 0 && (weights[at - 1] ?? 0) < weight; at--) {
      tags[at] = tags[at - 1] ?? '';
      weights[at] = weights[at - 1] ?? 0;
    }
    tags[at] = tag;
    weights[at] = weight;
  }
  return tags;
}

/** Parses the language of a rule, such as `fr`, `fr-CA` or `pt_BR`, to lower case with a hyphen; the code must be ISO 639-1. */
export function parseLanguage(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const [, code, region] = TARGET.exec(text.trim().toLowerCase()) ?? [];
  if (code === undefined || !LANGUAGES.has(code)) return undefined;
  return region === undefined ? code : `${code}-${region}`;
}

/** A language as a rule names it, without and with its region: `de` and `de-AT`; equal if the tag has no region. */
export interface NamedLanguage {
  language: string;
  regional: string;
}

const named = new Map<string, NamedLanguage>();

/** Reads a tag in lower case, such as `de-at` or `zh-hant-tw`. */
export function nameLanguage(tag: string): NamedLanguage {
  let name = named.get(tag);
  if (name === undefined) {
    const [language = '', ...parts] = tag.split('-');
    const region = parts.find((part) => /^(?:[a-z]{2}|\d{3})$/.test(part));
    name = { language, regional: region === undefined ? language : `${language}-${region.toUpperCase()}` };
    if (named.size >= MAX_READ) named.clear();
    named.set(tag, name);
  }
  return name;
}

// `zh-hant-tw` matches a rule for `zh-tw`.
function withoutScript(tag: string): string {
  return tag[2] === '-' && tag[7] === '-' ? tag.slice(0, 2) + tag.slice(7) : tag;
}

function findRegionOf(language: string, offered: readonly string[]): number {
  for (let index = 0; index < offered.length; index += 1) {
    const one = offered[index];
    if (one !== undefined && one[language.length] === '-' && one.startsWith(language)) return index;
  }
  return -1;
}

/**
 * The index in `offered` of the best match for the visitor's first preference that has a match, or -1. A preference matches
 * the same tag, else its language (`fr-ca` matches `fr`), else, if it has no region, the first region (`fr` matches `fr-ca`).
 */
export function chooseLanguage(preferred: readonly string[], offered: readonly string[]): number {
  for (const preference of preferred) {
    const tag = withoutScript(preference);
    const exact = offered.indexOf(tag);
    if (exact !== -1) return exact;
    const dash = tag.indexOf('-');
    const near = dash === -1 ? findRegionOf(tag, offered) : offered.indexOf(tag.slice(0, dash));
    if (near !== -1) return near;
  }
  return -1;
}
