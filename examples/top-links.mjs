// Prints the ten most clicked links.
import { signpost } from './connect.mjs';

const { data } = await signpost.request('GET /api/urls', { query: { order: 'click', limit: 10 } });
for (const { clicks, shorturl, longurl } of data.urls)
  console.log(`${String(clicks).padStart(8)}  ${shorturl}  ${longurl}`);
