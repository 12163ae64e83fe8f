import { DAY_MS, type Noun } from '../rollups/subject.ts';
import type { SubjectClicks } from './click-buffer.ts';
import type { ReportedLink } from './feed-events.ts';
import type { LastWritten } from './journal.store.ts';
import type { CountedSubject } from './open-subjects.ts';
import type { Owners } from './visited-owners.ts';

/** The order in which clicks are written: first for what was visited, then for its campaigns and owners. */
export const writtenNouns: readonly Noun[] = ['link', 'qr', 'bio', 'block', 'campaign', 'user'];

/** Whether a subject is written no later than another one. */
export function isWrittenBy({ noun, id }: LastWritten, last: LastWritten | undefined): boolean {
  if (!last) return false;
  const order = writtenNouns.indexOf(noun) - writtenNouns.indexOf(last.noun);
  return order < 0 || (order === 0 && id <= last.id);
}

/** A visited subject as one that is counted. */
export function toCounted({ noun, id, hours }: SubjectClicks): CountedSubject {
  return { noun, id, hours: hours.map((clicks) => ({ hour: clicks.hour, clicks: [clicks] })) };
}

/** The campaigns and the owners of visited subjects, in the order in which they are written. */
export function groupByOwner(visited: SubjectClicks[], owners: Owners): CountedSubject[] {
  const groups = { campaign: new Map<number, CountedSubject>(), user: new Map<number, CountedSubject>() };
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
  for (const subject of visited) {
    const owner = owners[subject.noun].get(subject.id);
    if (!owner) continue;
    if (owner.campaignId) add('campaign', owner.campaignId, subject);
    add('user', owner.userId, subject);
  }
  const inOrder = (group: Map<number, CountedSubject>) => [...group.values()].sort((left, right) => left.id - right.id);
  return [...inOrder(groups.campaign), ...inOrder(groups.user)];
}

/** The clicked links of each owner. */
export function linksByOwner(visited: SubjectClicks[], owners: Owners): Map<number, ReportedLink[]> {
  const byOwner = new Map<number, ReportedLink[]>();
  for (const clicks of visited) {
    const { userId, alias } = owners[clicks.noun].get(clicks.id) ?? {};
    if (userId === undefined || alias === undefined) continue;
    const links = byOwner.get(userId);
    if (links) links.push({ clicks, alias });
    else byOwner.set(userId, [{ clicks, alias }]);
  }
  return byOwner;
}

/** The clicks of a subject by day, oldest day first; the hours of a day are in order. */
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
