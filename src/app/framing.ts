import { canBeFramed } from '../lib/framing.ts';
import { Gate } from '../lib/gate.ts';
import type { Log } from '../lib/log.ts';
import type { Outbound } from '../lib/outbound/outbound.ts';
import type { Addressed, LinkService, StoredChange } from '../resources/links/link.service.ts';

/** What it takes to look at targets. */
export interface FramingParts {
  links: Pick<LinkService, 'keepFraming'>;
  outbound: Outbound;
  baseUrl: string;
  /** Told where a link answers about which something new was found out. */
  onFound(address: Addressed): void;
  log: Log;
}

/** Looks at the targets of frames, beside the requests that made them. */
export interface FramingWatch {
  /** Begins to look at what a change shows in a frame; returns at once. */
  look(stored: StoredChange): void;
  /** Waits until everything that was begun is done. */
  settled(): Promise<void>;
  /** Looks at nothing more, and keeps nothing more of what is under way. */
  close(): void;
}

const AT_ONCE = 4;
// Who makes links faster than the world answers has the rest framed as they are.
const MAX_WAITING = 1_000;

export function watchFraming({ links, outbound, baseUrl, onFound, log }: FramingParts): FramingWatch {
  const framer = new URL(baseUrl);
  const gate = new Gate(AT_ONCE);
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  /** What can be known of these targets now. */
  async function ask(targets: string[]): Promise<Map<string, boolean>> {
    const known = new Map<string, boolean>();
    for (const target of targets) {
      const verdict = isClosed ? undefined : await canBeFramed(outbound, target, framer);
      if (verdict !== undefined) known.set(target, verdict);
    }
    return known;
  }

  async function lookAt({ owner, id, framed }: StoredChange): Promise<void> {
    try {
      const known = await ask(framed);
      const address = isClosed ? undefined : await links.keepFraming(owner, id, framed, known);
      if (address) onFound(address);
    } catch (error) {
      if (!isClosed) log.warn('the targets of a frame could not be looked at', { link: id, error });
    }
  }

  return {
    look(stored) {
      if (stored.framed.length === 0 || isClosed) return;
      if (underWay.size >= MAX_WAITING) {
        log.warn('too many frames wait to be looked at', { link: stored.id });
        return;
      }
      const work = gate.run(() => lookAt(stored)).finally(() => underWay.delete(work));
      underWay.add(work);
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    close() {
      isClosed = true;
    },
  };
}
