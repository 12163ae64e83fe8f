import { preferredLanguages } from '../../agent/language.ts';
import { defineStep } from '../enrich-step.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const known = new Map<string, string>();
const MAX_KNOWN = 1_000;

function nameOf(tag: string): string {
  const [code = ''] = tag.split('-');
  let name = known.get(code);
  if (name === undefined) {
    name = names.of(code) ?? '';
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(code, name);
  }
  return name;
}

/** Finds the language that the visitor prefers. */
export const detectLanguage = defineStep({
  name: 'detect-language',
  fills: ['language'],
  run({ language }, { values }) {
    const [first] = preferredLanguages(language);
    const name = first && nameOf(first);
    if (name) values.language = name;
  },
});
