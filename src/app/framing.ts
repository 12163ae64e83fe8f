import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { canBeFramed } from '../lib/framing.ts';
import type { Log } from '../lib/log.ts';
import type { Outbound } from '../lib/outbound/outbound.ts';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import type { LinkAddress, LinkEvent } from '../resources/links/link-event.ts';

/** The dependencies of the framing checks. */
export interface FramingParts {
  links: Pick<LinkService, 'keepFraming'>;
  outbound: Outbound;
  baseUrl: string;
  /** Called with the address of a link after a check has changed its result. */
  onFound(address: LinkAddress): void;
  log: Log;
}

/** Checks in the background whether the destinations of frames can be framed. */
export interface FramingWatch {
  /** Starts to check the framed destinations of a changed link; returns at once. */
  look(stored: LinkEvent): void;
  /** Waits until all started checks are done. */
  whenDone(): Promise<void>;
  /** Starts no further checks and stores no further results. */
  close(): void;
}

// The limit of waiting checks for one user; further links are framed unchecked.
const MAX_WAITING_OF_ONE = 200;

/** Checks whether destinations can be framed, within a short time limit; unknown results are left out. */
export type CheckFraming = (destinations: string[], owner?: number) => Promise<Map<string, boolean>>;

const MOMENT_MS = 1_000;
const ASKED_AT_ONCE = 10;

export function createCheckFraming(outbound: Outbound, baseUrl: string, limitMs = MOMENT_MS): CheckFraming {
  const framer = new URL(baseUrl);

  return async (destinations, owner) => {
    const gate = new ConcurrencyLimiter(ASKED_AT_ONCE);
    const known = new Map<string, boolean>();
    let isOver = false;

    async function ask(destination: string): Promise<void> {
      const verdict = isOver ? undefined : await canBeFramed(outbound, destination, framer, owner);
      if (verdict !== undefined && !isOver) known.set(destination, verdict);
    }

    try {
      await withTimeLimit(limitMs, Promise.all(destinations.map((destination) => gate.run(() => ask(destination)))));
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error;
    }
    isOver = true;
    return known;
  };
}

export function watchFraming({ links, outbound, baseUrl, onFound, log }: FramingParts): FramingWatch {
  const framer = new URL(baseUrl);
  const underWay = new Map<Promise<void>, number>();
  let isClosed = false;

  /** Adds the results that can be found now to the known ones. */
  async function ask(
    owner: number,
    destinations: string[],
    before: Map<string, boolean>,
  ): Promise<Map<string, boolean>> {
    const known = new Map(before);
    for (const destination of destinations) {
      if (known.has(destination)) continue;
      const verdict = isClosed ? undefined : await canBeFramed(outbound, destination, framer, owner);
      if (verdict !== undefined) known.set(destination, verdict);
    }
    return known;
  }

  async function lookAt({ owner, id, framed, known: before = new Map() }: LinkEvent): Promise<void> {
    try {
      const known = await ask(owner, framed, before);
      const address = isClosed ? undefined : await links.keepFraming(owner, id, framed, known);
      if (address) onFound(address);
    } catch (error) {
      if (!isClosed) log.warn('could not check whether destinations allow framing', { link: id, error });
    }
  }

  return {
    look(stored) {
      const { framed, known } = stored;
      if (framed.every((destination) => known?.has(destination)) || isClosed) return;
      const ofOwner = [...underWay.values()].filter((owner) => owner === stored.owner).length;
      if (ofOwner >= MAX_WAITING_OF_ONE) {
        log.warn('too many destinations are waiting for a framing check', { link: stored.id });
        return;
      }
      const work = lookAt(stored).finally(() => underWay.delete(work));
      underWay.set(work, stored.owner);
    },

    async whenDone() {
      while (underWay.size > 0) await Promise.all(underWay.keys());
    },

    close() {
      isClosed = true;
    },
  };
}
