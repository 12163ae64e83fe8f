// Shortens the URLs on standard input, one per line, and prints each with its short URL.
import { createInterface } from 'node:readline';
import { SignpostError } from '@signpost/client';
import { signpost } from './connect.mjs';

for await (const line of createInterface({ input: process.stdin })) {
  const url = line.trim();
  if (url === '') continue;
  try {
    const { shorturl } = await signpost.links.create({ url });
    console.log(`${shorturl}\t${url}`);
  } catch (error) {
    if (!(error instanceof SignpostError)) throw error;
    console.error(`${url}: ${error.message}`);
    for (const { field, message } of error.errors) console.error(`  ${field}: ${message}`);
    process.exitCode = 1;
  }
}
