import { externalValue } from './external-value.ts';

/** Whether the browser is online. */
export const isOnline = externalValue(navigator.onLine);
addEventListener('online', () => isOnline.set(true));
addEventListener('offline', () => isOnline.set(false));
