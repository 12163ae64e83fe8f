const ARCHIVE = /^[\da-f]{64} {2}signpost-(\d+)\.(\d+)\.(\d+)-/;

type VersionNumbers = [major: number, minor: number, patch: number];

function numbersOf(version: string): VersionNumbers {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
}

/** The version in the file SHA256SUMS of a release; undefined if it is another file. */
export function readReleaseVersion(sums: string): string | undefined {
  for (const line of sums.split('\n')) {
    const [, ...numbers] = ARCHIVE.exec(line) ?? [];
    if (numbers.length > 0) return numbers.join('.');
  }
  return undefined;
}

/** Whether the first version is newer than the second. */
export function isNewerVersion(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}
