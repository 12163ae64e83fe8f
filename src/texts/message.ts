/** A language of `locales/`, such as `de`. */
export type Language = string;

/** The language that all others are translated from. */
export const SOURCE_LANGUAGE: Language = 'en';

/** One text: a sentence with `{name}` placeholders, or its plural forms by CLDR category, chosen by the parameter `count`. */
export type Message = string | PluralForms;
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>> & {
    /** The language of the forms if it differs from the catalog, as for the English text of a missing translation. */
    language?: Language;
  };

/** The texts of one file of `locales/`, in groups. */
export interface Catalog {
  [key: string]: Message | Catalog;
}

/** Values for the placeholders of a message; numbers are formatted for the reader's locale. */
export type MessageValues = Record<string, string | number>;

/** The language determines plural forms; the locale, such as `en-GB`, determines the format of numbers. */
export interface MessageLocale {
  language: Language;
  locale: string;
}

const PLACEHOLDER = /\{(\w+)\}/g;
const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** An object is a plural if it has `other` and only CLDR categories and `language` as keys; any other object is a group. */
export function isPlural(node: Message | Catalog): node is PluralForms {
  if (typeof node !== 'object' || !('other' in node)) return false;
  return Object.keys(node).every((key) => CATEGORIES.has(key) || key === 'language');
}

function isMessage(node: Message | Catalog): node is Message {
  return typeof node === 'string' || isPlural(node);
}

function formsOf(message: Message): string[] {
  if (typeof message === 'string') return [message];
  const { language: _, ...forms } = message;
  return Object.values(forms);
}

/** The parameters that a message takes, sorted. A plural always takes `count`. */
export function parametersOf(message: Message): string[] {
  const names = formsOf(message).flatMap((form) => Array.from(form.matchAll(PLACEHOLDER), ([, name = '']) => name));
  if (typeof message === 'object') names.push('count');
  return [...new Set(names)].sort();
}

function createFormatter({ language, locale }: MessageLocale) {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(locale);
  function chooseForm(message: PluralForms, count: number): string {
    const rules = message.language === undefined ? plurals : new Intl.PluralRules(message.language);
    return message[rules.select(count)] ?? message.other;
  }
  return (message: Message, values: MessageValues): string => {
    const form = typeof message === 'string' ? message : chooseForm(message, Number(values.count));
    return form.replace(PLACEHOLDER, (placeholder, name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return typeof value === 'number' ? numbers.format(value) : (value ?? placeholder);
    });
  };
}

/** Formats one message, such as one that is found by a code at run time. */
export function formatMessage(message: Message, values: MessageValues, locale: MessageLocale): string {
  return createFormatter(locale)(message, values);
}

/**
 * Converts a catalog for use in code: a message without parameters becomes a string, one with parameters a function.
 * `catalogs.ts` has the types of the result.
 *
 * @example bindCatalog({ deleted: '{name} deleted.' }, { language: 'en', locale: 'en' }).deleted({ name: 'Spring' })
 */
export function bindCatalog(catalog: Catalog, locale: MessageLocale): unknown {
  const format = createFormatter(locale);
  function bind(node: Message | Catalog): unknown {
    if (!isMessage(node)) {
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, bind(child)]));
    }
    if (parametersOf(node).length === 0) return node;
    return (values: MessageValues) => format(node, values);
  }
  return bind(catalog);
}

// Each language has its own plural rules: with the French rules, English texts would have "0 link".
function markAsEnglish(message: Message): Message {
  return typeof message === 'string' ? message : { ...message, language: SOURCE_LANGUAGE };
}

/** Adds the English message wherever a translated catalog has none. */
export function withFallback(english: Catalog, translated: Catalog): Catalog {
  const merge = (source: Message | Catalog, other: Message | Catalog | undefined): Message | Catalog => {
    if (isMessage(source)) return other !== undefined && isMessage(other) ? other : markAsEnglish(source);
    return withFallback(source, other !== undefined && !isMessage(other) ? other : {});
  };
  return Object.fromEntries(Object.entries(english).map(([key, source]) => [key, merge(source, translated[key])]));
}
