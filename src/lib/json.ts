/** JSON with every slash escaped as `\/`, as the clients of the API expect it. */
export function stringifyEscaped(value: unknown): string {
  // Slashes occur only inside strings, so replacing them in the finished text is safe.
  return JSON.stringify(value).replaceAll('/', '\\/');
}

/** Whether brackets and braces outside of strings nest deeper than the limit; scans the text once without parsing it. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return false;
}
