import type { Clock } from '../lib/date-time.ts';
import { type Decision, decide } from './decide.ts';
import type { LinkVisit } from './link-visit.ts';
import type { ContextOf } from './page-context.ts';
import type { RecordClick } from './record-click.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { redirectOften, redirectResponse, respondPage, respondPreview } from './respond.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { SpendClick } from './spend-click.ts';

/** The steps of a visit after its link is found, in order. */
export interface VisitSteps {
  decide(visit: LinkVisit, snapshot: LinkSnapshot): Decision;
  /** Only if `takesClick`. */
  spendClick: SpendClick;
  /** Only if `isFollowed`. */
  recordClick: RecordClick;
  respond(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Response;
  /** Shows the destination of the link, in place of the last three steps. */
  respondPreview(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Response;
}

interface Parts {
  sources: VisitorSources;
  contextOf: ContextOf;
  spendClick: SpendClick;
  recordClick: RecordClick;
  now: Clock;
}

export function createVisitSteps({ sources, contextOf, spendClick, recordClick, now }: Parts): VisitSteps {
  return {
    decide: (visit, snapshot) => decide(snapshot, new RequestVisitor(visit, sources), now()),
    spendClick,
    recordClick,
    respond(visit, snapshot, decision) {
      if (decision.kind === 'redirect') {
        // Only the query of a visitor makes destinations that do not come again.
        const respondRedirect = visit.query === '' ? redirectOften : redirectResponse;
        return respondRedirect(decision.url, decision.code);
      }
      return respondPage(decision, snapshot, contextOf(visit, snapshot));
    },
    respondPreview: (visit, snapshot, decision) => respondPreview(decision, snapshot, contextOf(visit, snapshot)),
  };
}
