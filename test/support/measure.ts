function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The CPU time of this process during the work; other work on the machine does not lengthen it. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return cpuMsSince(before);
}

/** The CPU time of the fastest of some rounds: the others may include compiling and collecting garbage. */
export function fastestCpuMs(rounds: number, work: (round: number) => void): number {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    work(round);
    fastestMs = Math.min(fastestMs, cpuMsSince(before));
  }
  return fastestMs;
}

/** The duration of the fastest of some rounds: what always waits for a time limit is never faster than that limit. */
export async function fastestMs(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    await work(round);
    fastest = Math.min(fastest, performance.now() - startMs);
  }
  return fastest;
}
