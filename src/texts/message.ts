/** A language of `locales/`, such as `de`. */
export type Language = string;

/** One text: a sentence with `{name}` placeholders, or its plural forms by CLDR category, chosen by the parameter `count`. */
export type Message = string | PluralForms;
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of one file of `locales/`, in groups. */
export interface Catalogue {
  [key: string]: Message | Catalogue;
}

/** Values for the placeholders of a message; numbers are written in the reader's locale. */
export type MessageValues = Record<string, string | number>;

/** The language decides plural forms; the locale, such as `en-GB`, decides how numbers are written. */
export interface MessageLocale {
  language: Language;
  locale: string;
}

const PLACEHOLDER = /\{(\w+)\}/g;
const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** An object is a plural exactly when it has `other` and all its keys are CLDR categories; any other object is a group. */
export function isPlural(node: Message | Catalogue): node is PluralForms {
  return typeof node === 'object' && 'other' in node && Object.keys(node).every((key) => CATEGORIES.has(key));
}

function formsOf(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
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
  return (message: Message, values: MessageValues): string => {
    const form =
      typeof message === 'string' ? message : (message[plurals.select(Number(values.count))] ?? message.other);
    return form.replace(PLACEHOLDER, (placeholder, name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return typeof value === 'number' ? numbers.format(value) : (value ?? placeholder);
    });
  };
}

/** Writes one message, such as one that is found by a code at run time. */
export function formatMessage(message: Message, values: MessageValues, locale: MessageLocale): string {
  return createFormatter(locale)(message, values);
}

/**
 * Makes a catalogue usable in code: a message without parameters becomes a string, one with parameters a function.
 * `catalogues.ts` has the types of the result.
 *
 * @example bindCatalogue({ deleted: '{name} deleted.' }, { language: 'en', locale: 'en' }).deleted({ name: 'Spring' })
 */
export function bindCatalogue(catalogue: Catalogue, locale: MessageLocale): unknown {
  const format = createFormatter(locale);
  function bind(node: Message | Catalogue): unknown {
    if (typeof node !== 'string' && !isPlural(node)) {
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, bind(child)]));
    }
    if (parametersOf(node).length === 0) return node;
    return (values: MessageValues) => format(node, values);
  }
  return bind(catalogue);
}

/** The translated catalogue, with the English message wherever it has none. */
export function withFallback(english: Catalogue, translated: Catalogue): Catalogue {
  const merge = (source: Message | Catalogue, other: Message | Catalogue | undefined): Message | Catalogue => {
    if (typeof source === 'string' || isPlural(source)) {
      return other !== undefined && (typeof other === 'string' || isPlural(other)) ? other : source;
    }
    const group = typeof other === 'object' && !isPlural(other) ? other : {};
    return withFallback(source, group);
  };
  return Object.fromEntries(Object.entries(english).map(([key, source]) => [key, merge(source, translated[key])]));
}
