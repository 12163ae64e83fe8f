/** A time zone. Local times are written as epoch milliseconds, as if they were UTC. */
export interface TimeZone {
  /** The IANA name, such as `Europe/Berlin`. */
  name: string;
  /** The local time at a moment. */
  toLocal(ms: number): number;
  /** The moment of a local time. A local time that occurs twice is the earlier moment; one that is skipped is the moment after. */
  fromLocal(local: number): number;
}

/** Coordinated Universal Time. */
export const UTC_ZONE: TimeZone = { name: 'UTC', toLocal: (ms) => ms, fromLocal: (local) => local };

// Names only: the formatter of JavaScript also takes offsets such as `+05:30`.
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;
const MAX_LENGTH = 64;
const MAX_ZONES = 600;

const known = new Map<string, TimeZone>();

/** Finds a zone by its IANA name, in any case; undefined for any other text. */
export function findTimeZone(name: string): TimeZone | undefined {
  if (name === UTC_ZONE.name) return UTC_ZONE;
  const found = known.get(name);
  if (found || name.length > MAX_LENGTH || !NAME.test(name)) return found;
  const zone = createZone(name);
  // Names differ in case, so there is no limit to them.
  if (zone && known.size < MAX_ZONES) known.set(name, zone);
  return zone;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const [number, year] = ['2-digit', 'numeric'] as const;
    const time = { hour: number, minute: number, second: number, hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-US', { timeZone, year, month: number, day: number, ...time });
  } catch {
    return undefined;
  }
}

function createZone(wanted: string): TimeZone | undefined {
  const formatter = createFormatter(wanted);
  if (!formatter) return undefined;
  const name = formatter.resolvedOptions().timeZone;

  function toLocal(ms: number): number {
    const parts = Object.fromEntries(
      formatter?.formatToParts(ms).map(({ type, value }) => [type, Number(value)]) ?? [],
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);
  }

  function fromLocal(local: number): number {
    // The offsets half a day before and after enclose every change of the clock at this local time.
    const candidates = [-43_200_000, 43_200_000].map((shift) => local - (toLocal(local + shift) - (local + shift)));
    const [first = local, second = local] = candidates.toSorted((left, right) => left - right);
    return toLocal(first) === local ? first : second;
  }

  return { name, toLocal, fromLocal };
}
