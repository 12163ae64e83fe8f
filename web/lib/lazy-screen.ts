import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isOnline } from './online.ts';

const TRIES = 3;
const PAUSE_MS = 1_000;

/** Resolves once the browser is online. */
function whenOnline(): Promise<void> {
  return new Promise((resolve) => {
    const stop = isOnline.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** Loads code: waits while offline, and retries before it gives up while online. */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; ) {
    try {
      return await load();
    } catch (error) {
      if (!isOnline.get()) {
        await whenOnline();
        continue;
      }
      left -= 1;
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** A component whose code loads when it is first shown. */
export function lazyScreen<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadWithRetries(load) }));
}
