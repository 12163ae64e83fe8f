import type { MakeScheduled } from '../backup/backup-schedule.ts';
import { sweepDrafts } from '../backup/draft-file.ts';
import type { Config } from '../config/config.ts';
import { ownCommand } from './own-command.ts';

function readReason(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? (JSON.parse(last) as { message: string }).message : stderr.trim();
}

/** Runs `signpost backup` in a process of its own, which has a lower priority and cannot delay redirects. */
export function createBackUpInProcess({ backupUrl }: Config): MakeScheduled {
  const options = backupUrl === undefined ? [] : ['--upload'];
  return (out, signal) => backUp(['backup', '--out', out, '--json', ...options], out, signal);
}

async function backUp(words: string[], out: string, signal: AbortSignal): Promise<{ bytes: number }> {
  const child = Bun.spawn([...ownCommand(), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode === 0) return JSON.parse(stdout) as { bytes: number };
  if (child.signalCode === null) throw new Error(readReason(stderr));
  sweepDrafts(out);
  throw new Error(`the backup process was ended by ${child.signalCode}`);
}
