import { type ReactNode, useRef } from 'react';
import { Link } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useTick } from '../../lib/use-tick.ts';
import { Badge } from '../badge.tsx';
import { Time } from '../time.tsx';
import { DIRECT_REFERRER } from './networks.ts';
import { useWords, type WordFor } from './words.ts';

const TICK_MS = 30_000;

/** One visit, as lists and the live stream return it. */
export interface ListedVisit {
  date: string;
  country: string;
  city: string;
  referrer: string;
  browser: string;
  os: string;
  device: string;
  bot: string;
  /** What chose the destination. */
  route?: string;
  /** What was visited, in a list of several items. */
  name?: string;
  to?: string;
}

function describeVisit({ browser, os, device, route = 'default' }: ListedVisit, wordFor: WordFor): string {
  const routeName = route === 'default' ? '' : wordFor('route', route);
  return [browser, os, wordFor('device', device), routeName].filter(Boolean).join(' · ');
}

/** Numbers equal visits from the oldest on, so that a new one on top does not change the other keys. */
function withKeys(visits: ListedVisit[]): [string, ListedVisit][] {
  const seen = new Map<string, number>();
  return visits
    .toReversed()
    .map((visit): [string, ListedVisit] => {
      const text = Object.values(visit).join('|');
      const count = (seen.get(text) ?? 0) + 1;
      seen.set(text, count);
      return [`${text} ${count}`, visit];
    })
    .toReversed();
}

/** Visits, newest first; those that arrive later are highlighted. */
export function VisitList({ visits, children }: { visits: ListedVisit[]; children?: ReactNode }) {
  const t = useTexts('charts');
  const wordFor = useWords();
  useTick(TICK_MS);
  // The newest visit when the list was first shown; filters may add older ones.
  const newest = useRef<string>(undefined);
  newest.current ??= visits[0]?.date;
  const isNew = ({ date }: ListedVisit) => newest.current !== undefined && date > newest.current;
  return (
    <section className="card charts-card charts-live">
      <header>
        <h2>
          <i className="charts-pulse" /> {t.recentVisits}
        </h2>
      </header>
      <ol>
        {withKeys(visits).map(([key, visit]) => (
          <li key={key} className={isNew(visit) ? 'is-new' : ''}>
            <span className="charts-when quiet">
              <Time value={visit.date} isRelative />
            </span>
            {visit.name && visit.to && (
              <Link className="cut" to={visit.to}>
                {visit.name}
              </Link>
            )}
            <span className="cut">
              {(visit.city && wordFor('city', visit.city)) || wordFor('country', visit.country) || t.unknownLocation}
            </span>
            <span className="cut quiet">{wordFor('referrer', visit.referrer || DIRECT_REFERRER)}</span>
            <span className="cut quiet">
              {visit.bot ? <Badge>{wordFor('bot', visit.bot)}</Badge> : describeVisit(visit, wordFor)}
            </span>
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}
