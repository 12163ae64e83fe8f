import { useSyncExternalStore } from 'react';

/** A value outside React that components subscribe to. */
export interface ExternalValue<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
  /** Reads the value and subscribes the component. */
  use(): T;
}

/** Creates such a value. */
export function externalValue<T>(initial: T): ExternalValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const self: ExternalValue<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    use: () => useSyncExternalStore(self.subscribe, self.get),
  };
  return self;
}

/** A value in local storage; without storage it lasts as long as the page. */
export function storedValue<T extends string>(name: string, initial: T, allowed: readonly T[]): ExternalValue<T> {
  const key = `signpost.${name}`;
  function read(): T {
    try {
      const text = localStorage.getItem(key);
      return allowed.find((word) => word === text) ?? initial;
    } catch {
      return initial;
    }
  }
  const value = externalValue(read());
  return {
    ...value,
    set(next) {
      try {
        localStorage.setItem(key, next);
      } catch {
        // Without storage the choice still applies to this page.
      }
      value.set(next);
    },
  };
}
