import { findNamed } from './combo-entries.ts';
import type { Option } from './select.tsx';

/** Reads typed or pasted text as a list of values: by the name or the value of an option; `rest` is what was not understood. */
export function readValues(
  text: string,
  options: readonly Option<string>[],
  isFree: boolean,
): { values: string[]; rest: string } {
  const words = text
    .split(/[,;\n\t]/)
    .map((word) => word.trim())
    .filter(Boolean);
  const values: string[] = [];
  const unread: string[] = [];
  for (const word of words) {
    const folded = word.toLowerCase();
    const option = findNamed(options, word) ?? options.find(({ value }) => value.toLowerCase() === folded);
    if (option) values.push(option.value);
    else (isFree ? values : unread).push(word);
  }
  return { values, rest: unread.join(', ') };
}
