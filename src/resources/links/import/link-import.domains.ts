import { readHost } from '../../domains/domain.ts';
import type { ImportOptions, ImportRow, RowOutcome } from './link-import.ts';

/** The domain of an imported row. */
export interface RowDomain {
  body: ImportRow['body'];
  /** The domain in the file, if the owner does not have it and the link is put on the main host. */
  unknownDomain?: string | undefined;
}

/** The domain that a text names; undefined if it could not be a branded domain. */
function findDomainName(text: string): string | undefined {
  const host = readHost(text.trim());
  return host?.name.includes('.') ? host.host : undefined;
}

/** Decides on which domain a row is imported: that of the options, that of its `domain`, or that of its short URL. */
export async function chooseRowDomain(
  { body, shortHost }: Pick<ImportRow, 'body' | 'shortHost'>,
  { domain, unknownDomain }: Pick<ImportOptions, 'domain' | 'unknownDomain'>,
  isOwnHost: (host: string) => Promise<boolean>,
): Promise<RowDomain> {
  if (domain !== undefined) return { body: { ...body, domain } };
  const isNamed = 'domain' in body;
  const wanted = isNamed ? body.domain : shortHost;
  if (typeof wanted !== 'string' || wanted === '') return { body };
  if (await isOwnHost(wanted)) return { body: { ...body, domain: wanted } };
  const name = findDomainName(wanted);
  // By default a short URL of any service may move to the main host, but a column with a domain must be right.
  const isRefused = unknownDomain === undefined ? isNamed : unknownDomain === 'refuse';
  // The validation refuses the domain.
  if (isRefused || (isNamed && name === undefined)) return { body: { ...body, domain: wanted } };
  const { domain: _, ...rest } = body;
  return { body: rest, unknownDomain: name };
}

/** The unknown domains of imported rows, and how many rows each has. */
export function countUnknownDomains(outcomes: RowOutcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const domain = 'errors' in outcome || outcome.isExisting ? undefined : outcome.unknownDomain;
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return counts;
}
