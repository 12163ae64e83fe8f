import type { Crew } from '../bus/crew.ts';

/** Functions that are told of a change, by their names. */
export type Told<Changes> = { [Name in keyof Changes]: (changed: Changes[Name]) => void };

interface News {
  name: string;
  changed: unknown;
}

/** The same functions, which from now on are called in every process of this machine. */
export function shareNews<Changes>(told: Told<Changes>, crew: Crew): Told<Changes> {
  const names = Object.keys(told) as (keyof Changes & string)[];
  const shared = names.map((name) => [
    name,
    (changed: Changes[typeof name]) => {
      told[name](changed);
      crew.tell({ name, changed } satisfies News);
    },
  ]);
  return Object.fromEntries(shared);
}

/** Calls here what was called in another process. */
export function hearNews<Changes>(told: Told<Changes>, news: unknown): void {
  const { name, changed } = news as { name: keyof Changes; changed: Changes[keyof Changes] };
  told[name]?.(changed);
}
