import { failureWithParams } from '../../../core/errors.ts';

/** A link cannot leave its domain: its address would change. */
export const domainStaysBehind = failureWithParams(
  'conflict',
  'domain_stays_behind',
  'Add the domain to the target workspace first, or move the links to another domain.',
);
