/** Why a link does not lead on: it has something to ask first, it is over or not there, or the store cannot say. */
export type Refusal = 'form' | 'over' | 'away';

/** A link that is asked for by another address than its own. */
export interface PickedLink {
  id: number;
  domainId: number;
  alias: string;
  shortUrl: string;
  /** Whether the store has just failed, so that nothing may be asked of it. */
  isStoreAway: boolean;
  /** Answers where the link does not lead on. */
  instead(refusal: Refusal): Response | Promise<Response>;
}
