const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `30m`, `24h` or `7d` to milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
