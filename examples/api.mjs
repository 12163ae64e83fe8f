// What the other examples share: one function that calls the API. Needs Node 20, SIGNPOST_URL and SIGNPOST_KEY.
import { setTimeout } from 'node:timers/promises';

const { SIGNPOST_URL: server, SIGNPOST_KEY: key } = process.env;
if (!server || !key) {
  console.error('Set SIGNPOST_URL, such as http://localhost:3000, and SIGNPOST_KEY, an API key.');
  process.exit(1);
}

/** Sends a request and returns the response. If the rate limit is reached, waits as long as the server asks for. */
export async function request(path, { method = 'GET', body } = {}) {
  const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(server + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (response.status === 429) {
    await setTimeout(Number(response.headers.get('Retry-After') ?? 1) * 1000);
    return request(path, { method, body });
  }
  if (response.ok) return response;
  const { message, errors = [] } = await response.json();
  const fields = errors.map((error) => `\n  ${error.field}: ${error.message}`);
  throw new Error(`${method} ${path}: ${message}${fields.join('')}`);
}

/** Reads all links, page by page, in the given order. */
export async function* listLinks(query = '') {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data } = await (await request(`/api/urls?limit=100&page=${page}${query}`)).json();
    last = data.maxpage;
    yield* data.urls;
  }
}
