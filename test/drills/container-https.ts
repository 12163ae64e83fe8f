import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../scripts/packages.ts';
import { openContainers } from '../support/containers.ts';
import { installDebian } from './empty-machine.ts';

/**
 * Shows, on an empty Debian with Podman, that one command leads to redirects over HTTPS on two domains, and what happens to connections
 * while certificates are issued and renewed. Run as root with `npm run drill`; it takes about five minutes. There is no image registry
 * here, so the image comes from an archive, and it is built on files of this machine; and the certificate authority is Pebble.
 */
async function main(options: string[]): Promise<number> {
  const missing = ['buildah', 'podman', 'debootstrap', 'pebble', 'openssl', 'ip'].filter((name) => !findProgram(name));
  if (missing.length > 0) throw new Error(`Install ${missing.join(', ')} first.`);
  installDebian();
  const folder = mkdtempSync('/tmp/drill-');
  const containers = openContainers();
  try {
    console.log('Building the image, with npm ci ...');
    await containers.build('localhost/signpost', 'installed');
    await containers.run(['podman', 'save', '-q', '-o', join(folder, 'signpost.tar'), 'localhost/signpost']);
    const words = [
      'unshare',
      '--net',
      '--mount',
      '--pid',
      '--mount-proc',
      '--fork',
      '--kill-child',
      '--',
      process.execPath,
    ];
    const drill = Bun.spawn([...words, join(import.meta.dir, 'within-machine.ts'), folder, ...options], {
      stdout: 'inherit',
      stderr: 'inherit',
    });
    return await drill.exited;
  } finally {
    await containers.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
