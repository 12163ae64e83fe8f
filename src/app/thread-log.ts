import type { Log } from '../lib/log.ts';

type Facts = Record<string, unknown>;

/** An event for the log of the process. */
export interface LogMessage {
  message: 'log';
  level: keyof Log;
  text: string;
  facts: Facts;
}

/** Converts facts for postMessage, which would drop the name and the code of an error. */
function toPlain(facts: Facts): Facts {
  const entries = Object.entries(facts).map(([name, value]) => {
    if (!(value instanceof Error)) return [name, value];
    return [name, { name: value.name, message: value.message, stack: value.stack }];
  });
  return Object.fromEntries(entries);
}

/** Creates the log of a thread, which sends each event to the thread that started it. */
export function createThreadLog(send: (message: LogMessage) => void): Log {
  const writer =
    (level: keyof Log) =>
    (text: string, facts: Facts = {}) =>
      send({ message: 'log', level, text, facts: toPlain(facts) });
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
