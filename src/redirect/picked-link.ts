/** Why a link does not lead on: it has something to ask first, it is over or not there, or the store cannot say. */
export type Refusal = 'form' | 'over' | 'away';

/** A link that is visited through another URL than its own. */
export interface PickedLink {
  id: number;
  domainId: number;
  alias: string;
  shortUrl: string;
  /** Whether the store has just failed, so that it must not be queried. */
  isStoreAway: boolean;
  /** Answers where the link does not lead on. */
  instead(refusal: Refusal): Response | Promise<Response>;
}
