/** Tells what is being measured, since a benchmark runs for minutes before it prints results. Not part of the results: on stderr. */
export function printProgress(step: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${step}`);
}
