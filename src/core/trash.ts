import type { Scope } from './scope.ts';

/** What goes to the trash when it is deleted, by its name in the paths of the API. */
export const trashNouns = [
  'url',
  'qr',
  'campaign',
  'channel',
  'bio',
  'domain',
  'pixel',
  'overlay',
  'splash',
  'utm-template',
] as const;

export type TrashNoun = (typeof trashNouns)[number];

type ScopedNoun = Scope extends infer One ? (One extends `${infer Noun}:write` ? Exclude<Noun, 'any'> : never) : never;

const scopeNouns: Record<TrashNoun, ScopedNoun> = {
  url: 'links',
  qr: 'qr',
  campaign: 'campaigns',
  channel: 'channels',
  bio: 'bio',
  domain: 'domains',
  pixel: 'pixels',
  overlay: 'overlays',
  splash: 'overlays',
  'utm-template': 'links',
};

/** The scope that reading or writing a noun needs, in the trash as elsewhere. */
export function trashScopeOf(noun: TrashNoun, action: 'read' | 'write'): Scope {
  return `${scopeNouns[noun]}:${action}`;
}

/** How something is deleted. */
export interface Deletion {
  /** Whether it is erased with its statistics; otherwise it can be restored for some time. */
  isForGood: boolean;
  /** Whether an administrator deletes something of another user, who then cannot restore it. */
  isTakenDown: boolean;
}

/** The deletion by an owner. */
export const TO_TRASH: Deletion = { isForGood: false, isTakenDown: false };

export const FOR_GOOD: Deletion = { isForGood: true, isTakenDown: false };

/** How long something stays in the trash. */
export const TRASH_DAYS = 30;
