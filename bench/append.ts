import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../src/clicks/journal.ts';
import { SEGMENT_BYTES } from '../src/clicks/segment.ts';
import { type Bench, medianOf } from './measure.ts';
import { createVisits, type VisitTexts } from './visitors.ts';

const CLICKS = 8_000;
const AT_ONCE = 500;
const ROUNDS = 10;

/** Fills most of one segment and returns the nanoseconds for each click: the median, because the machine is shared. */
function appendAll(journal: Journal, texts: VisitTexts[]): number {
  const samples: number[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const startMs = performance.now();
    for (let index = from; index < from + AT_ONCE; index += 1) {
      // Named one by one, as a redirect does: copying them with a spread would take longer than the append itself.
      const { peer, forwardedFor, agent, language, referrer, purpose, utm, route } = texts[index] as VisitTexts;
      const at = startMs;
      journal.append({
        noun: 'link',
        id: index,
        at,
        isHead: false,
        isScan: false,
        peer,
        forwardedFor,
        agent,
        language,
        referrer,
        purpose,
        utm,
        route,
      });
    }
    samples.push(((performance.now() - startMs) * 1e6) / AT_ONCE);
  }
  return medianOf(samples);
}

async function inJournal(work: (journal: Journal) => number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-append-'));
  // Does not prepare the next segment: that is the work of another thread.
  const journal = await Journal.begin(folder, console.error, { prepareAt: SEGMENT_BYTES });
  const found = work(journal);
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
  return found;
}

function newTexts(): VisitTexts[] {
  const visit = createVisits(CLICKS);
  return Array.from({ length: CLICKS }, () => visit());
}

// Two system calls that mark the measured part in the output of strace.
const BEGIN = '/signpost-append-begins';
const END = '/signpost-append-ends';

/** Prints the nanoseconds for a click, then appends between two marker system calls, for strace. */
async function printAppend(): Promise<void> {
  const texts = newTexts();
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.push(await inJournal((journal) => appendAll(journal, texts)));
  }
  console.log(medianOf(samples));
  await inJournal((journal) => {
    existsSync(BEGIN);
    const found = appendAll(journal, texts);
    existsSync(END);
    return found;
  });
}

/**
 * Nanoseconds of the serving thread to append a click to the journal. Measured in a process of its own, which appends clicks of one shape
 * as a server does.
 */
export async function measureAppend(): Promise<number> {
  const child = Bun.spawn([process.execPath, import.meta.path]);
  const nanoseconds = Number(await new Response(child.stdout).text());
  if ((await child.exited) !== 0 || !(nanoseconds > 0)) throw new Error('appending was not measured');
  return nanoseconds;
}

/** System calls of the appending thread for a thousand clicks; undefined without strace. */
function countSystemCalls(): number | undefined {
  if (!Bun.which('strace')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'signpost-strace-'));
  const out = join(folder, 'calls');
  const { exitCode } = Bun.spawnSync(['strace', '-f', '-o', out, process.execPath, import.meta.path]);
  const lines = exitCode === 0 ? readFileSync(out, 'utf8').split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  const begin = lines.findIndex((line) => line.includes(BEGIN));
  const end = lines.findIndex((line) => line.includes(END));
  if (begin < 0 || end < 0) return undefined;
  const [threadId] = (lines[begin] ?? '').split(' ');
  const calls = lines.slice(begin + 1, end).filter((line) => line.startsWith(`${threadId} `));
  return (calls.length * 1000) / CLICKS;
}

/** The system calls for storing clicks during redirects. */
export function benchAppendCalls(): Bench[] {
  const calls = countSystemCalls();
  if (calls === undefined) return [];
  const values = { 'system calls by the same thread': calls };
  return [{ title: 'a thousand clicks kept in the journal', unit: '', values, claims: [] }];
}

if (import.meta.main) await printAppend();
