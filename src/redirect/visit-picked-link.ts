import type { PeerSource } from '../http/peer.ts';
import { type Decision, isFollowed } from './decide.ts';
import { type LinkVisit, readRotatorVisit } from './link-visit.ts';
import type { LoadSnapshot, StoreUnavailable } from './load-snapshot.ts';
import { sendsFormToOtherHost } from './respond-overlay.ts';
import type { RotatorLink } from './rotation.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { CachedSnapshot, SnapshotCache } from './snapshot-cache.ts';
import { takesClick } from './spend-click.ts';
import type { VisitSteps } from './visit-steps.ts';

/** A visit of a link that a rotator picked. */
export interface PickedVisit {
  request: Request;
  peers: PeerSource;
  link: RotatorLink;
  /** Whether the store may be queried; false after it failed during this request. */
  isStoreAvailable: boolean;
}

/** Why a picked link does not send the visitor on: it must show a form on its own URL, has ended, or needs the store. */
export type PickRefusal = 'needs-form' | 'ended' | 'store-unavailable';

/** The result of a visit of a picked link. */
export type PickOutcome = { kind: 'response'; response: Response } | { kind: 'refused'; reason: PickRefusal };

/** Visits a picked link. If the link is cached and has no click limit, the outcome is not a promise. */
export type VisitPickedLink = (picked: PickedVisit) => PickOutcome | Promise<PickOutcome>;

interface Parts {
  cache: SnapshotCache;
  loadSnapshot: LoadSnapshot;
  steps: VisitSteps;
}

function refuse(reason: PickRefusal): PickOutcome {
  return { kind: 'refused', reason };
}

/** Whether the page makes another browser visit the link again. */
function isRepeated(decision: Decision): boolean {
  return decision.kind === 'escape' && decision.leadsTo === 'link';
}

/** A form works only on the URL of the link itself, because its cookies and its action belong to that URL. */
function needsForm(decision: Decision, snapshot: LinkSnapshot, { domainId }: RotatorLink): boolean {
  const isForm = decision.kind === 'password' || decision.kind === 'consent' || isRepeated(decision);
  return isForm || sendsFormToOtherHost(decision, snapshot, domainId);
}

export function createVisitPickedLink({ cache, loadSnapshot, steps }: Parts): VisitPickedLink {
  const { decide, spendClick, recordClick, respond } = steps;

  function recordAndRespond(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): PickOutcome {
    if (!isFollowed(decision)) return refuse('ended');
    recordClick(visit, snapshot, decision);
    return { kind: 'response', response: respond(visit, snapshot, decision) };
  }

  async function spendAndRespond(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Promise<PickOutcome> {
    const spent = await spendClick(visit, snapshot, decision);
    return spent.kind === 'store-unavailable' ? refuse(spent.kind) : recordAndRespond(visit, snapshot, spent);
  }

  function visitSnapshot(
    { link, isStoreAvailable }: PickedVisit,
    visit: LinkVisit,
    snapshot: CachedSnapshot | StoreUnavailable | null,
  ): PickOutcome | Promise<PickOutcome> {
    if (snapshot?.kind === 'store-unavailable') return refuse(snapshot.kind);
    // The id differs if another link has taken the alias meanwhile.
    if (snapshot?.kind !== 'link' || snapshot.linkId !== link.id) return refuse('ended');
    const decision = decide(visit, snapshot);
    if (needsForm(decision, snapshot, link)) return refuse('needs-form');
    if (!takesClick(snapshot, decision)) return recordAndRespond(visit, snapshot, decision);
    return isStoreAvailable ? spendAndRespond(visit, snapshot, decision) : refuse('store-unavailable');
  }

  async function loadAndVisit(picked: PickedVisit, visit: LinkVisit): Promise<PickOutcome> {
    return visitSnapshot(picked, visit, await loadSnapshot(visit.key));
  }

  return (picked) => {
    const { request, peers, link, isStoreAvailable } = picked;
    const visit = readRotatorVisit(request, peers, link);
    const snapshot = isStoreAvailable ? cache.peek(visit.key) : cache.lastKnown(visit.key);
    if (snapshot !== undefined) return visitSnapshot(picked, visit, snapshot);
    return isStoreAvailable ? loadAndVisit(picked, visit) : refuse('store-unavailable');
  };
}
