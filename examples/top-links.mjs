// Prints the ten most clicked links.
import { request } from './api.mjs';

const { data } = await (await request('/api/urls?order=click&limit=10')).json();
for (const { clicks, shorturl, longurl } of data.urls)
  console.log(`${String(clicks).padStart(8)}  ${shorturl}  ${longurl}`);
