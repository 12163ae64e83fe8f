import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import { type Decision, isFollowed } from './decide.ts';
import type { LinkVisit } from './link-visit.ts';
import type { LinkSnapshot } from './snapshot.ts';
import { takesClick } from './spend-click.ts';
import type { VisitSteps } from './visit-steps.ts';

/** Handles a GET or HEAD request to the short URL of a link. */
export type VisitLink = (visit: LinkVisit, snapshot: LinkSnapshot) => Response | Promise<Response>;

export function createVisitLink(steps: VisitSteps): VisitLink {
  const { decide, spendClick, recordClick, respond, respondPreview } = steps;

  function recordAndRespond(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Response {
    if (isFollowed(decision)) recordClick(visit, snapshot, decision);
    return respond(visit, snapshot, decision);
  }

  async function spendAndRespond(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Promise<Response> {
    const spent = await spendClick(visit, snapshot, decision);
    if (spent.kind === 'store-unavailable') return unavailablePage(languageOf(visit.request));
    return recordAndRespond(visit, snapshot, spent);
  }

  return (visit, snapshot) => {
    const decision = decide(visit, snapshot);
    if (visit.isPreview) return respondPreview(visit, snapshot, decision);
    if (takesClick(snapshot, decision)) return spendAndRespond(visit, snapshot, decision);
    return recordAndRespond(visit, snapshot, decision);
  };
}
