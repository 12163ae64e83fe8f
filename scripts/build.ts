import { rmSync } from 'node:fs';
import { buildClient } from './build-client.ts';
import { buildExecutable, bundleParts } from './build-executable.ts';

// Removes the output of an earlier build.
rmSync('dist', { recursive: true, force: true });

await buildExecutable('dist/signpost', await bundleParts());
console.log(`dist/signpost, ${(Bun.file('dist/signpost').size / 1e6).toFixed(0)} MB`);

await buildClient('dist/client');
console.log('dist/client, ready for npm publish');
