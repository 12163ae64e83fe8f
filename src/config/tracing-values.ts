function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A number from 0 to 1. */
export function readShare(text: string): number {
  const value = /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1, such as 0.1');
  return value;
}

/** Headers as OpenTelemetry writes them: `name=value,name=value`, with URL-encoded values. */
export function readHeaderList(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(.+?)\s*$/.exec(pair));
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const value = pair?.[2] && decode(pair[2]);
    if (!pair?.[1] || value === undefined || !/^[\x20-\x7e]+$/.test(value))
      throw new Error('must be a list of headers such as Authorization=Bearer%20TOKEN, separated by commas');
    headers[pair[1]] = value;
  }
  return headers;
}
