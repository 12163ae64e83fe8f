/** Path and query of a request's URL, which Bun leaves without scheme and host where the Host header is odd. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { path: '/', query: '' };
  const mark = url.indexOf('?', start);
  if (mark < 0) return { path: url.slice(start), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/** The fields of an encoded form, the last of a repeated name; none of them can reach an object's prototype. */
export function readFields(form: string): Record<string, string> {
  return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(form)));
}

/**
 * The parameters of a query: the last of a repeated name, and all of them under the name with `[]` behind it. A name that
 * ends in a bracket itself, `filter[country]`, has all of them anyhow.
 */
export function readQuery(query: string): Record<string, string | string[]> {
  const pairs = new URLSearchParams(query);
  const lists: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const listName = name.endsWith(']') ? name : `${name}[]`;
    lists[listName] ??= [];
    lists[listName].push(value);
  }
  return Object.assign(readFields(query), lists);
}
