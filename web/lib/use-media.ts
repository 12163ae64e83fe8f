import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 719px)';

/** Whether the screen is as narrow as a phone's, where tables are cards and the rail is a bar. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(PHONE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(PHONE).matches,
  );
}
