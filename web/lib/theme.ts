import { storedValue } from './external-value.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme that was chosen; `boot.ts` sets it before the first paint, by the same name. */
export const theme = storedValue<Theme>('theme', 'system', themes);

theme.subscribe(() => {
  const { dataset } = document.documentElement;
  if (theme.get() === 'system') delete dataset.theme;
  else dataset.theme = theme.get();
});
