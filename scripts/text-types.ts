import { readLocales } from '../src/texts/locales.ts';
import { type Catalog, isPlural, type Message, parametersOf, SOURCE_LANGUAGE } from '../src/texts/message.ts';

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function messageType(message: Message): string {
  const parameters = parametersOf(message);
  if (parameters.length === 0) return 'string';
  const fields = parameters.map((name) => `${name}: ${name === 'count' ? 'number' : 'string | number'}`);
  return `(values: { ${fields.join('; ')} }) => string`;
}

function groupType(group: Catalog, indent: string): string {
  const lines = Object.entries(group).map(([key, node]) => {
    const isMessage = typeof node === 'string' || isPlural(node);
    return `${indent}  ${keyOf(key)}: ${isMessage ? messageType(node) : groupType(node, `${indent}  `)};`;
  });
  return ['{', ...lines, `${indent}}`].join('\n');
}

/** The types of all texts, from the English catalogs only. */
export function textTypesFile(locales = readLocales()): string {
  return [
    '// Generated from locales/en by `npm run generate`.',
    '',
    '/** The texts of each file of `locales/en`, as code reads them. */',
    `export interface Catalogs ${groupType((locales.get(SOURCE_LANGUAGE) ?? {}) as Catalog, '')}`,
    '',
  ].join('\n');
}
