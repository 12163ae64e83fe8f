import { identifyVisitor } from '../../src/clicks/steps/identify-visitor.ts';
import { agentOf, type ClickLoad } from './click-load.ts';

/** What a server tells of the clicks of one link. */
export interface CountedLink {
  /** Of every click that it keeps. */
  visitors: string[];
  /** The clicks by its roll-ups of the total, of the days and of the hours. */
  sums: number[];
}

/** The client's list against the server's. */
export interface Audit {
  sent: number;
  answered: number;
  counted: number;
  /** Visits that were sent and not answered: each may have been taken down or not. */
  unanswered: number;
  unansweredCounted: number;
  /** Numbers of visits that were answered and not counted. */
  lost: number[];
  /** Numbers of visits that were counted more than once. */
  twice: number[];
  /** Clicks that nobody made. */
  strange: number;
  /** Sums that differ from the clicks themselves. */
  wrongSums: number;
  /** First lines of the answers that were no redirect. */
  refusals: string[];
}

/** What every audit must find. */
export const EXACT = { lost: [], twice: [], strange: 0, wrongSums: 0, refusals: [] } satisfies Partial<Audit>;

const VISITOR_DIGITS = 12;

/** Tells which visitor a visit of the client is to a server with this secret. */
function visitorNamer(secret: string): (visit: number) => string {
  const { run: identify } = identifyVisitor(secret);
  return (visit) => {
    const click = { noun: 'link' as const, id: 0, at: 0, kind: 'person' as const, visitor: 0, values: {} };
    const texts = { peer: '', forwardedFor: '', language: '', referrer: '', purpose: '' };
    const seen = {
      ...texts,
      noun: 'link' as const,
      id: 0,
      at: 0,
      isHead: false,
      agent: agentOf(visit),
      address: '127.0.0.1',
    };
    identify(seen, click);
    return click.visitor.toString(16).padStart(VISITOR_DIGITS, '0');
  };
}

function countEach(names: string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** Looks up every visit, one by one, among the clicks of its link. */
export function auditClicks(load: ClickLoad, links: CountedLink[], userSum: number, secret: string): Audit {
  const audit: Audit = {
    sent: load.fates.length,
    answered: load.answered,
    counted: 0,
    unanswered: 0,
    unansweredCounted: 0,
    lost: [],
    twice: [],
    strange: 0,
    wrongSums: 0,
    refusals: load.refusals,
  };
  const nameOf = visitorNamer(secret);
  const left = links.map(({ visitors }) => countEach(visitors));
  for (const [visit, fate] of load.fates.entries()) {
    const clicks = left[load.linkOf(visit)];
    const name = nameOf(visit);
    const times = clicks?.get(name) ?? 0;
    clicks?.delete(name);
    audit.counted += times;
    if (times > 1) audit.twice.push(visit);
    if (fate === 'answered') {
      if (times === 0) audit.lost.push(visit);
      continue;
    }
    audit.unanswered += 1;
    if (times > 0) audit.unansweredCounted += 1;
  }
  for (const clicks of left) for (const times of clicks.values()) audit.strange += times;
  for (const { visitors, sums } of links) audit.wrongSums += sums.filter((sum) => sum !== visitors.length).length;
  if (userSum !== audit.counted + audit.strange) audit.wrongSums += 1;
  return audit;
}
