import { DAY_MS, type Noun } from '../rollups/subject.ts';
import type { HourClicks, SubjectClicks } from './click-buffer.ts';
import type { ReportedLink } from './feed-events.ts';
import type { LastWritten } from './journal.store.ts';
import type { CountedSubject } from './open-subjects.ts';
import type { TextTally } from './text-tally.ts';
import type { OwnedClicks } from './visited-owners.ts';

/** The order in which clicks are written: visited subjects first, then their campaigns and owners. */
export const writtenNouns: readonly Noun[] = ['link', 'qr', 'bio', 'block', 'campaign', 'user'];

/** Whether a subject is at or before `last` in the order of writing. */
export function isWrittenBy({ noun, id }: LastWritten, last: LastWritten | undefined): boolean {
  if (!last) return false;
  const order = writtenNouns.indexOf(noun) - writtenNouns.indexOf(last.noun);
  return order < 0 || (order === 0 && id <= last.id);
}

/** The clicks on everything that belongs to a campaign or an owner, by hour. */
export interface GroupClicks extends LastWritten {
  hours: { hour: number; clicks: HourClicks[] }[];
}

function countClicks(lists: HourClicks[]): { people: number; bots: number } {
  const counts = { people: 0, bots: 0 };
  for (const { people, bots } of lists) {
    counts.people += people;
    counts.bots += bots;
  }
  return counts;
}

/** Adds up the clicks of a visited subject. */
export function sumSubject({ noun, id, hours }: SubjectClicks, tally: TextTally): CountedSubject {
  const sums = hours.map((clicks) => {
    const { hour, people, bots } = clicks;
    return { hour, people, bots, sum: tally.sum([clicks]) };
  });
  return { noun, id, hours: sums };
}

/** Adds up the clicks of a campaign or an owner. */
export function sumGroup({ noun, id, hours }: GroupClicks, tally: TextTally): CountedSubject {
  return {
    noun,
    id,
    hours: hours.map(({ hour, clicks }) => ({ hour, ...countClicks(clicks), sum: tally.sum(clicks) })),
  };
}

/** Groups the clicks of visited subjects by campaign and by owner, in the order in which they are written. */
export function groupByOwner(owned: OwnedClicks[]): GroupClicks[] {
  const groups = { campaign: new Map<number, GroupClicks>(), user: new Map<number, GroupClicks>() };
  function add(noun: keyof typeof groups, id: number, { hours }: SubjectClicks): void {
    let group = groups[noun].get(id);
    if (!group) {
      group = { noun, id, hours: [] };
      groups[noun].set(id, group);
    }
    for (const clicks of hours) {
      const sameHour = group.hours.find(({ hour }) => hour === clicks.hour);
      if (sameHour) sameHour.clicks.push(clicks);
      else group.hours.push({ hour: clicks.hour, clicks: [clicks] });
    }
  }
  for (const { subject, owner } of owned) {
    if (owner.campaignId) add('campaign', owner.campaignId, subject);
    add('user', owner.userId, subject);
  }
  const inOrder = (group: Map<number, GroupClicks>) => [...group.values()].sort((left, right) => left.id - right.id);
  return [...inOrder(groups.campaign), ...inOrder(groups.user)];
}

/** Groups the visited links by owner. */
export function linksByOwner(owned: OwnedClicks[]): Map<number, ReportedLink[]> {
  const byOwner = new Map<number, ReportedLink[]>();
  for (const { subject, owner } of owned) {
    const { userId, alias } = owner;
    if (alias === undefined) continue;
    const links = byOwner.get(userId);
    if (links) links.push({ clicks: subject, alias });
    else byOwner.set(userId, [{ clicks: subject, alias }]);
  }
  return byOwner;
}

/** Groups the clicks of a subject by day, oldest first; the hours of a day are sorted. */
export function groupByDay({ hours }: SubjectClicks): { day: number; hours: SubjectClicks['hours'] }[] {
  const days: { day: number; hours: SubjectClicks['hours'] }[] = [];
  const inOrder = hours.length === 1 ? hours : hours.toSorted((left, right) => left.hour - right.hour);
  for (const clicks of inOrder) {
    const day = clicks.hour - (clicks.hour % DAY_MS);
    const last = days.at(-1);
    if (last?.day === day) last.hours.push(clicks);
    else days.push({ day, hours: [clicks] });
  }
  return days;
}
