import type { Option } from './select.tsx';

/** One line of the list below a combo field. */
export type ComboEntry = { kind: 'option'; option: Option<string> } | { kind: 'create'; name: string };

function fold(text: string): string {
  return text.trim().toLowerCase();
}

/** The option with exactly this name, ignoring case; `''` as value means "none" and has no name to type. */
export function findNamed(options: readonly Option<string>[], text: string): Option<string> | undefined {
  return options.find(({ value, label }) => value !== '' && fold(label) === fold(text));
}

/**
 * The options that contain the typed text: the one with exactly this name first, then those that begin with it. If no option has the
 * name, the last entry creates it.
 */
export function findEntries(options: readonly Option<string>[], typed: string): ComboEntry[] {
  const toEntry = (option: Option<string>): ComboEntry => ({ kind: 'option', option });
  const name = typed.trim();
  if (name === '') return options.map(toEntry);
  const named = findNamed(options, name);
  const others = options.filter((option) => {
    const isMatch = option.value !== '' && fold(option.label).includes(fold(name));
    return isMatch && option !== named;
  });
  const startsSo = ({ label }: Option<string>) => fold(label).startsWith(fold(name));
  others.sort((left, right) => Number(startsSo(right)) - Number(startsSo(left)));
  if (named) return [named, ...others].map(toEntry);
  return [...others.map(toEntry), { kind: 'create', name }];
}
