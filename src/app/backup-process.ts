import type { MakeScheduled } from '../backup/backup-schedule.ts';
import { sweepDrafts } from '../backup/draft-file.ts';
import type { Config } from '../config/config.ts';
import { ownCommand } from './own-command.ts';

function readReason(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? (JSON.parse(last) as { message: string }).message : stderr.trim();
}

async function run(options: string[], out: string, signal: AbortSignal): Promise<{ bytes: number }> {
  const child = Bun.spawn([...ownCommand(), 'backup', '--out', out, '--json', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode === 0) return JSON.parse(stdout) as { bytes: number };
  if (child.signalCode === null) throw new Error(readReason(stderr));
  sweepDrafts(out);
  throw new Error(`the backup process was ended by ${child.signalCode}`);
}

/** Runs `signpost backup` in a process of its own, which has a lower priority and cannot delay redirects. */
export function backUpInProcess(out: string, signal: AbortSignal): Promise<{ bytes: number }> {
  return run([], out, signal);
}

/** The same for scheduled backups, which are uploaded if there is a bucket. */
export function createScheduledBackUp({ backupUrl }: Config): MakeScheduled {
  return (out, signal) => run(backupUrl === undefined ? [] : ['--upload'], out, signal);
}
