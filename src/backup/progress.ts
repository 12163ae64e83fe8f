/** Receives a description of the current step. */
export type Tell = (text: string) => void;

const TELL_EVERY_MS = 2_000;

/** Reports the progress of long work at intervals; short work reports nothing. */
export function tellSometimes(tell: Tell): (say: () => string) => void {
  let toldAtMs = performance.now();
  return (say) => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    tell(say());
  };
}

/** Formats a number of bytes for people. */
export function formatBytes(bytes: number): string {
  const unit = [
    ['GB', 1e9],
    ['MB', 1e6],
    ['KB', 1e3],
  ] as const;
  const [name, size] = unit.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${name === 'bytes' ? bytes : (bytes / size).toFixed(1)} ${name}`;
}

/** `1 link`, `2 links`, `12,345 links`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
