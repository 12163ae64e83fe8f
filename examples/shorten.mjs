// Shortens the URLs on standard input, one per line, and prints each with its short URL.
import { createInterface } from 'node:readline';
import { request } from './api.mjs';

for await (const line of createInterface({ input: process.stdin })) {
  const url = line.trim();
  if (url === '') continue;
  const response = await request('/api/url/add', { method: 'POST', body: { url } });
  const { shorturl } = await response.json();
  console.log(`${shorturl}\t${url}`);
}
