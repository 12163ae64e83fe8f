import { storedValue } from './external-value.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The selected theme; `boot.ts` reads the same key before the first paint. */
export const theme = storedValue<Theme>('theme', 'system', themes);

theme.subscribe(() => {
  const { dataset } = document.documentElement;
  if (theme.get() === 'system') delete dataset.theme;
  else dataset.theme = theme.get();
});
