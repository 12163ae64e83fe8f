import { readFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';

/** The processors that this process may use. */
function allowedCores(): number[] {
  const [, list = '0'] = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function modelName(): string {
  // Bun and Node do not know the model of ARM processors; lscpu does.
  const lscpu = Bun.which('lscpu') ? Bun.spawnSync(['lscpu']).stdout.toString() : '';
  const [, name = cpus()[0]?.model ?? 'unknown'] = /^Model name:\s+(.+)$/m.exec(lscpu) ?? [];
  return name;
}

/** One line that names the machine: architecture, cores, processor and the version of Bun. */
export function describeMachine(): string {
  return `${arch()}, ${allowedCores().length} cores, ${modelName()}, Bun ${Bun.version}`;
}

/** The division of the processors between the measured server and the client. */
export interface Cores {
  /** Prefix of a command that must run on the processor of the server. */
  onServerCore: string[];
  /** Allows this process to use every processor again. */
  release(): void;
}

function pin(cores: number[]): void {
  const words = ['taskset', '--all-tasks', '--cpu-list', '--pid', cores.join(','), String(process.pid)];
  const { exitCode, stderr } = Bun.spawnSync(words);
  if (exitCode !== 0) throw new Error(`taskset failed: ${stderr}`);
}

// Read once: later this process may be pinned.
const cores = allowedCores();

/** Prefix of a command that must run on the processor of the server. */
export function serverCore(): string[] {
  if (cores.length < 2 || !Bun.which('taskset')) throw new Error('two processors and the command taskset are needed');
  return ['taskset', '--cpu-list', String(cores.at(-1))];
}

/** Reserves one processor for the server and moves this process, the client, to the others. */
export function divideCores(): Cores {
  const onServerCore = serverCore();
  pin(cores.slice(0, -1));
  return { onServerCore, release: () => pin(cores) };
}
