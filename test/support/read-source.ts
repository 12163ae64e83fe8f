import type { ImportSource, SourceBatch } from '../../src/imports/source.ts';

/** The folder with databases of other services. */
export const IMPORT_FILES = `${import.meta.dir}/../fixtures/imports`;

/** Reads everything from a source and closes it; `states` are those of an earlier run. */
export async function readSource(source: ImportSource, states = new Map<string, string>()): Promise<SourceBatch[]> {
  const batches: SourceBatch[] = [];
  const known = { stateOf: async () => states, missState: async () => states.get('misses') };
  try {
    for await (const batch of source.read(undefined, known)) batches.push(batch);
  } finally {
    await source.close();
  }
  return batches;
}

/** The states after a run, for a later one. */
export function statesOf(batches: SourceBatch[]): Map<string, string> {
  const history = batches.flatMap((batch) => batch.history);
  const states = new Map(history.flatMap(({ ref, state }) => (state === undefined ? [] : [[ref, state] as const])));
  const missState = batches.findLast((batch) => batch.missState !== undefined)?.missState;
  return missState === undefined ? states : states.set('misses', missState);
}
