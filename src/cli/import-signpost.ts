import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceInput } from '../imports/source.ts';
import { sourceRefused, sourceUnavailable } from '../imports/source-failures.ts';
import { fetchForCommand } from '../lib/outbound/command-fetch.ts';

async function download(url: string, key: string): Promise<Uint8Array> {
  const { host } = new URL(url);
  const { status, bytes } = await fetchForCommand(`${url}/api/export.zip`, { Authorization: `Bearer ${key}` });
  if (status === 200) return bytes;
  if (status === 429 || status >= 500) throw sourceUnavailable({ host, problem: `HTTP ${status}` });
  throw sourceRefused({ host, problem: `HTTP ${status}` });
}

/** Runs the work on the export file of another Signpost; downloads it if its address is given. */
export async function withExportFile<T>(input: SourceInput, work: (path: string) => Promise<T>): Promise<T> {
  if (input.kind === 'file') return work(input.path);
  const folder = await mkdtemp(join(tmpdir(), 'signpost-'));
  try {
    const path = join(folder, 'export.zip');
    await Bun.write(path, await download(input.url, input.key));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
