import type { OtherWorkers } from '../bus/other-workers.ts';

/** Functions that are called after a change, by name. */
export type ChangeHandlers<Changes> = { [Name in keyof Changes]: (changed: Changes[Name]) => void };

interface ChangeMessage {
  name: string;
  changed: unknown;
}

/** The same handlers, each of which also runs in every other worker. */
export function broadcastChanges<Changes>(
  handlers: ChangeHandlers<Changes>,
  otherWorkers: OtherWorkers,
): ChangeHandlers<Changes> {
  const names = Object.keys(handlers) as (keyof Changes & string)[];
  const shared = names.map((name) => [
    name,
    (changed: Changes[typeof name]) => {
      handlers[name](changed);
      otherWorkers.broadcast({ name, changed } satisfies ChangeMessage);
    },
  ]);
  return Object.fromEntries(shared);
}

/** Runs the handler that another worker has broadcast. */
export function receiveChange<Changes>(handlers: ChangeHandlers<Changes>, message: unknown): void {
  const { name, changed } = message as { name: keyof Changes; changed: Changes[keyof Changes] };
  handlers[name]?.(changed);
}
