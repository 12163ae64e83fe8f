// What the other examples share: a client of the server that SIGNPOST_URL names, with the key in SIGNPOST_KEY.
import { Signpost } from '@signpost/client';

const { SIGNPOST_URL: url, SIGNPOST_KEY: key } = process.env;
if (!url || !key) {
  console.error('Set SIGNPOST_URL, such as http://localhost:3000, and SIGNPOST_KEY, an API key.');
  process.exit(1);
}

export const signpost = new Signpost({ url, key });
