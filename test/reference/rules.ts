import { type Group, LIST, PAGE } from './group.ts';

/** Rules for every record and every operation. */
export const rules = {
  values: { section: '2', title: 'Every value', has: ['date and time', 'id', 'escaped slashes'] },
  envelope: { section: '2.1', title: 'Every answer', has: ['error', 'error on lists', 'error on failures', 'message'] },
  page: { section: '2.2', title: '`data` of every list', has: [...PAGE, 'the records themselves'] },

  lists: { section: '4.9', title: 'Every list', has: LIST },
  authentication: {
    section: '5',
    title: 'Every request',
    has: ['Authorization', 'no key', 'expired key', 'key of a registration'],
  },
  errors: { section: '7', title: 'Every failure', has: ['error', 'message', 'status', 'no key', 'expired key'] },
  limits: {
    section: '8',
    title: 'Every request',
    has: ['30 in a minute', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  },
} as const satisfies Record<string, Group>;
