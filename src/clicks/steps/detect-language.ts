import { preferredLanguages } from '../../agent/language.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { defineStep } from '../enrich-step.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const known = new RecentMap<string>(1_000);

/** The name of the first language in an Accept-Language header; empty if there is none. */
function nameOf(header: string): string {
  let name = known.get(header);
  if (name === undefined) {
    const [first = ''] = preferredLanguages(header);
    const [code = ''] = first.split('-');
    name = (code && names.of(code)) || '';
    known.set(header, name);
  }
  return name;
}

/** Finds the language that the visitor prefers. */
export const detectLanguage = defineStep({
  name: 'detect-language',
  fills: ['language'],
  run({ record: { language } }, { values }) {
    const name = nameOf(language);
    if (name) values.language = name;
  },
});
