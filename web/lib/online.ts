import { externalValue } from './external-value.ts';

/** Whether the browser has a line to anywhere. */
export const isOnline = externalValue(navigator.onLine);
addEventListener('online', () => isOnline.set(true));
addEventListener('offline', () => isOnline.set(false));
