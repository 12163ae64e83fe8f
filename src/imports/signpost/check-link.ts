import { type FieldError, fieldError, invalidFields } from '../../core/errors.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import { blankIsNull } from '../../http/fields.ts';
import { parseInput } from '../../http/read-input.ts';
import { isLinkPasswordHash } from '../../lib/password.ts';
import { auditedLink } from '../../resources/links/link.audit.ts';
import { applyChange, assertBodyFits, EMPTY_LINK } from '../../resources/links/link.change.ts';
import { createLinkBody, type NewLink } from '../../resources/links/link.contract.ts';
import { type LinkRecord, toLink, toRow } from '../../resources/links/link.row.ts';
import { parsedChange } from '../../resources/links/schedule/link-schedule.contract.ts';

function assertHash(hash: unknown): void {
  if (typeof hash === 'string' && !isLinkPasswordHash(hash))
    throw invalidFields([fieldError('password', 'password_hash')]);
}

/** Throws if a destination leads back to this service; `ours` has its hosts. */
export function assertLeadsAway(body: NewLink, ours: ReadonlyMap<string, unknown>): void {
  const isOwnHost = (host: string) => ours.has(host);
  const owns = { ownsDomain: true, ownsPixels: true, ownsCampaign: true, ownsChannel: true, ownsInterstitial: true };
  assertBodyFits(body, { isOwnHost, ...owns });
}

/** A link of an export as the API would have stored it. */
export interface CheckedLink {
  row: StoredRow;
  record: LinkRecord;
  body: NewLink;
}

/** Validates the row of a link as the API validates a new one; throws the errors of its fields. */
export function checkLink(stored: StoredRow): CheckedLink {
  const { unknownRules, ...link } = toLink(stored as unknown as Parameters<typeof toLink>[0]);
  const problems: FieldError[] = Object.keys(unknownRules).map((list) => fieldError(list, 'invalid'));
  if (problems.length > 0) throw invalidFields(problems);
  assertHash(link.passwordHash);
  const { password: _, domain: __, ...fields } = auditedLink({ ...link, unknownRules });
  const { custom, ...rest } = fields;
  // As it is in the file: what is read from the store lacks apps with a forbidden scheme.
  const app = stored.app ? JSON.parse(String(stored.app)) : null;
  const body = parseInput(createLinkBody, { ...blankIsNull(rest), custom, app });
  const record: LinkRecord = {
    ...applyChange(EMPTY_LINK, body),
    ...{ alias: link.alias, domainId: link.domainId, passwordHash: link.passwordHash },
    ...{ disabledBy: link.disabledBy, status: link.disabledBy === null ? 'active' : 'disabled' },
  };
  return { row: toRow(record), record, body };
}

/** Validates a change of a link that is to be applied later. */
export function checkScheduledChange({ change, password_hash }: Record<string, unknown>): void {
  assertHash(password_hash);
  const { password: _, ...fields } = change as Record<string, unknown>;
  parseInput(parsedChange, blankIsNull(fields));
}
