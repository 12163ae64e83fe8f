import type { Db } from '../db/db.ts';
import type { KeptDay } from '../rollups/kept-clicks.store.ts';
import type { KeptClick } from '../rollups/kept-clicks.ts';
import { openRollups, type RollupIncrement, saveRollups } from '../rollups/rollup.store.ts';
import type { Rollup } from '../rollups/rollup.ts';
import { RollupDelta } from '../rollups/rollup-delta.ts';
import {
  DAY_MS,
  HOUR_MS,
  keyOf,
  type RollupKey,
  type Subject,
  timeSlotsOf,
  type VisitedNoun,
} from '../rollups/subject.ts';
import type { Click } from './click.ts';

interface Entry {
  increment: RollupIncrement;
  rollup: Rollup | undefined;
}

/** The clicks of one subject in one hour: the same rollups count all of them. */
export interface ClickGroup {
  subject: Subject;
  /** When its hour begins. */
  hour: number;
  /** The rollups, the total first. */
  entries: Entry[];
  tally: RollupDelta;
  /** The clicks one by one, where they are kept. */
  kept: KeptClick[];
}

/** Puts together what is counted in the same rollups, so that each of them is opened, filled and stored once. */
export class ClickGroups {
  /** By hour, then by the subject's id. */
  readonly #groups = {
    link: new Map<number, IdGroups>(),
    qr: new Map<number, IdGroups>(),
    bio: new Map<number, IdGroups>(),
    block: new Map<number, IdGroups>(),
    user: new Map<number, IdGroups>(),
    campaign: new Map<number, IdGroups>(),
  };
  readonly #entries = new Map<string, Entry>();

  /** The group of a click; its rollups will be opened with the click in them. */
  place(noun: VisitedNoun | 'user' | 'campaign', id: number, { at, kind }: Click): ClickGroup {
    const hour = at - (at % HOUR_MS);
    const byId = findOrMake(this.#groups[noun], hour, () => new Map<number, ClickGroup>());
    const group = findOrMake(byId, id, () => this.#newGroup({ noun, id }, hour));
    for (const { increment } of group.entries) {
      if (kind === 'person') increment.clicks += 1;
      else increment.bots += 1;
    }
    return group;
  }

  async open(tx: Db): Promise<void> {
    const rollups = await openRollups(
      tx,
      Array.from(this.#entries.values(), ({ increment }) => increment),
    );
    for (const [name, entry] of this.#entries) entry.rollup = rollups.get(name);
  }

  /** Adds what was counted to the rollups and stores them. */
  async save(tx: Db): Promise<void> {
    for (const { entries, tally } of this.#all()) tally.addTo(entries.flatMap(({ rollup }) => rollup ?? []));
    const rows: { key: RollupKey; rollup: Rollup }[] = [];
    for (const { increment, rollup } of this.#entries.values()) if (rollup) rows.push({ key: increment.key, rollup });
    await saveRollups(tx, rows);
  }

  /** The clicks to be kept, which are those of links. */
  keptDays(): KeptDay[] {
    return Array.from(groupsIn(this.#groups.link), ({ subject, hour, kept }) => {
      return { linkId: subject.id, day: hour - (hour % DAY_MS), clicks: kept };
    });
  }

  *#all(): Generator<ClickGroup> {
    for (const byHour of Object.values(this.#groups)) yield* groupsIn(byHour);
  }

  #newGroup(subject: Subject, hour: number): ClickGroup {
    const entries = timeSlotsOf(hour).map((period) => {
      const key = { ...subject, ...period };
      return findOrMake(this.#entries, keyOf(key), () => ({
        increment: { key, clicks: 0, bots: 0 },
        rollup: undefined,
      }));
    });
    return { subject, hour, entries, tally: new RollupDelta(), kept: [] };
  }
}

type IdGroups = Map<number, ClickGroup>;

function* groupsIn(byHour: Map<number, IdGroups>): Generator<ClickGroup> {
  for (const byId of byHour.values()) yield* byId.values();
}

function findOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
