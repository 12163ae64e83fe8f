import { createHash } from 'node:crypto';
import type { SavedTag } from './dub-tag.store.ts';

/** The colors of tags in Dub. */
export const tagColors = ['red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray', 'pink'] as const;

/** A tag as Dub shows it. */
export interface DubTag {
  id: string;
  name: string;
  color: string;
}

const SAVED = /^tag_([1-9]\d{0,14})$/;
const NAMED = /^tag_n_([\w-]+)$/;

/** A tag that exists only on links has a color by its name, so that it is always the same. */
function colorOf(name: string): string {
  const index = (createHash('sha256').update(name).digest()[0] ?? 0) % tagColors.length;
  return tagColors[index] ?? 'gray';
}

/** The tags of an owner by name and id. Names that differ only in case are the same tag in Dub. */
export class TagNames {
  readonly #byName = new Map<string, SavedTag>();
  readonly #byId = new Map<number, SavedTag>();

  constructor(saved: readonly SavedTag[]) {
    for (const tag of saved) {
      this.#byId.set(tag.id, tag);
      if (!this.#byName.has(tag.name)) this.#byName.set(tag.name, tag);
    }
  }

  /** The tag of this name, saved or not. */
  show(name: string): DubTag {
    const saved = this.#byName.get(name);
    if (saved) return { id: `tag_${saved.id}`, name, color: saved.color };
    return { id: `tag_n_${Buffer.from(name).toString('base64url')}`, name, color: colorOf(name) };
  }

  find(name: string): SavedTag | undefined {
    return this.#byName.get(name);
  }

  /** The name of the tag with this id; undefined if no tag can have it. */
  nameOf(id: string): string | undefined {
    const saved = SAVED.exec(id)?.[1];
    if (saved !== undefined) return this.#byId.get(Number(saved))?.name;
    const named = NAMED.exec(id)?.[1];
    return named === undefined ? undefined : Buffer.from(named, 'base64url').toString();
  }

  get saved(): SavedTag[] {
    return [...this.#byName.values()];
  }
}
