import { identifyVisitor } from '../../src/clicks/steps/identify-visitor.ts';
import { agentOf, type ClickLoad } from './click-load.ts';

/** The clicks of one link, as the server reports them. */
export interface CountedLink {
  /** The visitor of each kept click. */
  visitors: string[];
  /** The number of clicks in its rollups: total, days and hours. */
  sums: number[];
}

/** The result of comparing the client's list with the server's counts. */
export interface Audit {
  sent: number;
  answered: number;
  counted: number;
  /** Visits that were sent and got no response: each may be counted or not. */
  unanswered: number;
  unansweredCounted: number;
  /** Numbers of visits that got a response and were not counted. */
  lost: number[];
  /** Numbers of visits that were counted more than once. */
  twice: number[];
  /** Counted clicks that the client never made. */
  unexpected: number;
  /** Sums that differ from the number of kept clicks. */
  wrongSums: number;
  /** Status lines of the responses that were not redirects. */
  refusals: string[];
}

/** The result that every audit must have. */
export const EXACT = { lost: [], twice: [], unexpected: 0, wrongSums: 0, refusals: [] } satisfies Partial<Audit>;

const VISITOR_DIGITS = 12;

/** Computes the visitor hash of a client's visit for a server with this secret. */
function visitorNamer(secret: string): (visit: number) => string {
  const { run: identify } = identifyVisitor(secret);
  return (visit) => {
    const click = { noun: 'link' as const, id: 0, at: 0, kind: 'person' as const, visitor: 0, values: {} };
    const texts = { peer: '', forwardedFor: '', language: '', referrer: '', purpose: '', utm: '', route: '' };
    const signs = { noun: 'link' as const, id: 0, at: 0, isHead: false, isScan: false, agent: agentOf(visit) };
    const origin = { address: '127.0.0.1', place: undefined, agent: '', visitor: undefined };
    identify({ record: { ...signs, ...texts }, origin }, click);
    return click.visitor.toString(16).padStart(VISITOR_DIGITS, '0');
  };
}

function countEach(names: string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** Looks up every visit among the clicks of its link. `userSum` is the number of clicks of the owner on these links. */
export function auditClicks(load: ClickLoad, links: CountedLink[], userSum: number, secret: string): Audit {
  const audit: Audit = {
    sent: load.results.length,
    answered: load.answered,
    counted: 0,
    unanswered: 0,
    unansweredCounted: 0,
    lost: [],
    twice: [],
    unexpected: 0,
    wrongSums: 0,
    refusals: load.refusals,
  };
  const nameOf = visitorNamer(secret);
  const left = links.map(({ visitors }) => countEach(visitors));
  for (const [visit, result] of load.results.entries()) {
    const clicks = left[load.linkOf(visit)];
    const name = nameOf(visit);
    const times = clicks?.get(name) ?? 0;
    clicks?.delete(name);
    audit.counted += times;
    if (times > 1) audit.twice.push(visit);
    if (result === 'answered') {
      if (times === 0) audit.lost.push(visit);
      continue;
    }
    audit.unanswered += 1;
    if (times > 0) audit.unansweredCounted += 1;
  }
  for (const clicks of left) for (const times of clicks.values()) audit.unexpected += times;
  for (const { visitors, sums } of links) audit.wrongSums += sums.filter((sum) => sum !== visitors.length).length;
  if (userSum !== audit.counted + audit.unexpected) audit.wrongSums += 1;
  return audit;
}
