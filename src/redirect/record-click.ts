import type { Clock } from '../lib/date-time.ts';
import { utmQueryOf } from '../lib/utm-query.ts';
import { DEFAULT_ROUTE } from '../resources/links/rules/route.ts';
import type { CapturedVisit } from '../rollups/subject.ts';
import type { Decision } from './decide.ts';
import type { LinkVisit } from './link-visit.ts';
import { withReferrer } from './referrer-cookie.ts';
import type { LinkSnapshot } from './snapshot.ts';

/** Writes a visit to the journal; never throws and never waits. */
export type CaptureVisit = (visit: CapturedVisit) => void;

/** Records a visit that reaches the destination of a link. */
export type RecordClick = (visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision) => void;

// A page that does not reveal the destination.
const LIMITED = { url: '', route: DEFAULT_ROUTE };

export function createRecordClick(capture: CaptureVisit, now: Clock): RecordClick {
  return ({ request, peer, method, isScan }, { linkId, options }, decision) => {
    const { url: destination, route = DEFAULT_ROUTE } = 'url' in decision ? decision : LIMITED;
    // The password form is the referrer of this request; a cookie keeps the original one.
    const { headers } = options?.passwordHash ? withReferrer(request) : request;
    capture({
      noun: 'link',
      id: linkId,
      headers,
      peer,
      at: now(),
      isHead: method === 'HEAD',
      isScan,
      utm: utmQueryOf(destination),
      // A plain link must not need more room in the journal.
      route: route === DEFAULT_ROUTE ? '' : route,
    });
  };
}
