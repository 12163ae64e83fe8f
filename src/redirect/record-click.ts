import type { Clock } from '../lib/date-time.ts';
import type { VisitedNoun } from '../rollups/subject.ts';
import type { LinkVisit } from './link-visit.ts';
import { withReferrer } from './referrer-cookie.ts';
import type { LinkSnapshot } from './snapshot.ts';

/** Writes a visit to the journal; never throws and never waits. */
export type CaptureVisit = (
  visited: Pick<Request, 'headers'>,
  peer: string,
  noun: VisitedNoun,
  id: number,
  at: number,
  isHead: boolean,
) => void;

/** Records a visit that reaches the destination of a link. */
export type RecordClick = (visit: LinkVisit, snapshot: LinkSnapshot) => void;

export function createRecordClick(capture: CaptureVisit, now: Clock): RecordClick {
  return ({ request, peer, method }, { linkId, options }) => {
    // The password form is the referrer of this request; a cookie keeps the original one.
    const visited = options?.passwordHash ? withReferrer(request) : request;
    capture(visited, peer, 'link', linkId, now(), method === 'HEAD');
  };
}
