/** The log levels, from the most to the least verbose. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Facts = Record<string, unknown>;

/** Writes one JSON line for each event; the facts never contain a key, a password or a body. */
export interface Log {
  debug(message: string, facts?: Facts): void;
  info(message: string, facts?: Facts): void;
  warn(message: string, facts?: Facts): void;
  error(message: string, facts?: Facts): void;
}

function toPlain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack };
}

/** Creates a log from `level` up, with the given facts in each line. JSON escapes newlines and control codes: one event is one line. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void,
  now: () => number = Date.now,
  always: Facts = {},
): Log {
  const floor = LOG_LEVELS.indexOf(level);
  function writer(name: LogLevel) {
    if (LOG_LEVELS.indexOf(name) < floor) return () => {};
    return (message: string, facts: Facts = {}) => {
      const line: Facts = { time: new Date(now()).toISOString(), level: name, message, ...always };
      for (const [fact, value] of Object.entries(facts)) line[fact] = toPlain(value);
      write(`${JSON.stringify(line)}\n`);
    };
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
