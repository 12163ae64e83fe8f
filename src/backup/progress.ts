/** Says what is being done. */
export type Tell = (text: string) => void;

const TELL_EVERY_MS = 2_000;

/** Tells of long work from time to time; the first time only once it has taken a while. */
export function tellSometimes(tell: Tell): (say: () => string) => void {
  let toldAtMs = performance.now();
  return (say) => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    tell(say());
  };
}

/** A number of bytes as people read it. */
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
