/** Path and query of a request's URL. Bun omits scheme and host if the Host header is invalid. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { path: '/', query: '' };
  const mark = url.indexOf('?', start);
  if (mark < 0) return { path: url.slice(start), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/** The fields of a URL-encoded form, with the last value of a repeated name; no name can reach an object's prototype. */
export function readFields(form: string): Record<string, string> {
  return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(form)));
}

/**
 * The parameters of a query: the last value of a repeated name, and all values under the name with `[]` appended. A name that
 * ends with a bracket itself, such as `filter[country]`, has all of its values.
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
