import { useSyncExternalStore } from 'react';

function useMedia(condition: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(condition);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(condition).matches,
  );
}

/** Whether the screen is as narrow as a phone's: tables become cards, and the navigation a bottom bar. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 719px)');
}

/** Whether there is no room for two columns beside the navigation. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 959px)');
}
