import { AppError, fieldError, invalidField, invalidFields } from '../../../core/errors.ts';
import { isReservedOnMainHost } from '../../../core/reserved-words.ts';
import type { Db } from '../../../db/db.ts';
import { parseInput } from '../../../http/read-input.ts';
import type { Clock } from '../../../lib/date-time.ts';
import { prepareNewLink } from '../link.contract.ts';
import { aliasTaken, MAIN_DOMAIN } from '../link.ts';
import type { LinkValidator } from '../link.validator.ts';
import * as reads from '../link-read.store.ts';
import { type ImportedLink, importedLink } from './link-import.contract.ts';
import { chooseRowDomain } from './link-import.domains.ts';
import type { ImportedRow, ImportOptions, ImportRow, RowOutcome } from './link-import.ts';

// A response has up to 1,000 rows.
const MAX_ROW_ERRORS = 10;

/** A row that can be stored. */
export interface ImportPlan {
  source: ImportRow;
  link: ImportedLink;
  /** Its address, which counts as taken for later rows of the file even before it is stored. */
  claim: ImportedRow['link'];
  /** The key for finding duplicates; undefined if there cannot be one. */
  key: string | undefined;
  outcome: RowOutcome;
}

/** Decides what an import does with each row. */
export interface ImportPlanner {
  planRow(row: ImportRow): Promise<ImportPlan | RowOutcome>;
  /** Releases the address of a plan, so that the row can be planned again. */
  forget(plan: ImportPlan): void;
}

interface Parts {
  db: Db;
  validator: LinkValidator;
  isNameTaken(tx: Db, domainId: number, name: string): Promise<boolean>;
  now: Clock;
}

export function isPlan(outcome: ImportPlan | RowOutcome): outcome is ImportPlan {
  return 'claim' in outcome;
}

function withTag(body: ImportRow['body'], tag: string | undefined): ImportRow['body'] {
  const { tags } = body;
  if (tag === undefined || !(tags === undefined || tags === null || tags === '' || Array.isArray(tags))) return body;
  return { ...body, tags: [...(Array.isArray(tags) ? tags : []), tag] };
}

function aliasKeyOf(domainId: number, alias: string): string {
  return `${domainId} ${alias}`;
}

/** A row without an alias is a duplicate if its URL and its date are the same. */
function duplicateKeyOf(domainId: number, { url, created }: ImportedLink): string | undefined {
  return created ? `${domainId} ${created} ${url}` : undefined;
}

/** The unavailable alias for the response, which shows at most 200 characters of it. */
function shorten(alias: unknown): string {
  return (typeof alias === 'string' ? alias : JSON.stringify(alias)).slice(0, 200);
}

export function createImportPlanner(parts: Parts, owner: number, options: ImportOptions): ImportPlanner {
  const { db, validator, isNameTaken, now } = parts;
  const claimed = new Map<string, ImportedRow['link']>();
  const ownHosts = new Map<string, boolean>();

  async function isOwnHost(host: string): Promise<boolean> {
    const isOwn = ownHosts.get(host) ?? (await validator.findDomain(owner, host)) !== undefined;
    ownHosts.set(host, isOwn);
    return isOwn;
  }

  /** Validates a body. An invalid alias is dropped if the import may choose another. */
  function parse(body: object): { link: ImportedLink; renamed?: string } {
    const prepared: { custom?: unknown } = prepareNewLink(body);
    try {
      return { link: parseInput(importedLink, prepared) };
    } catch (error) {
      const isAlias = error instanceof AppError && error.fields.some(({ field }) => field === 'custom');
      if (options.taken !== 'rename' || !isAlias) throw error;
      const { custom, ...rest } = prepared;
      return { link: parseInput(importedLink, rest), renamed: shorten(custom) };
    }
  }

  /** Finds what has an alias: a stored link, an earlier row, or a bio page. */
  async function findHolder(domainId: number, alias: string): Promise<Partial<reads.AliasHolder> | undefined> {
    const earlier = claimed.get(aliasKeyOf(domainId, alias));
    if (earlier) return { userId: owner, url: earlier.url };
    const holder = await reads.findAliasHolder(db, domainId, alias);
    if (holder) return holder;
    return (await isNameTaken(db, domainId, alias)) ? {} : undefined;
  }

  async function findDuplicate(link: ImportedLink, domainId: number): Promise<ImportedRow['link'] | undefined> {
    const { url, created } = link;
    if (!created) return undefined;
    const earlier = claimed.get(duplicateKeyOf(domainId, link) ?? '');
    if (earlier) return earlier;
    const duplicate = await reads.findDuplicate(db, owner, { domainId, url, createdAt: created });
    return duplicate && { ...duplicate, domainId, url };
  }

  async function planValid({ row, ...source }: ImportRow): Promise<ImportPlan | RowOutcome> {
    if (source.problems.length > 0) throw invalidFields(source.problems);
    const { body, unknownDomain } = await chooseRowDomain(source, options, isOwnHost);
    let { link, renamed } = parse(withTag(body, options.tag));
    if (link.created && link.created > now()) throw invalidField('created', 'future_date');
    const domainId = (await validator.assertValid(owner, link)) ?? MAIN_DOMAIN;
    const { url, custom: alias } = link;
    const holder = alias ? await findHolder(domainId, alias) : undefined;
    if (alias && holder) {
      const existing = claimed.get(aliasKeyOf(domainId, alias)) ?? { id: holder.id, domainId, alias, url };
      if (holder.userId === owner && holder.url === url) return { row, isExisting: true, link: existing };
      if (options.taken === 'skip') throw aliasTaken();
    }
    const isReserved = alias && domainId === MAIN_DOMAIN && isReservedOnMainHost(alias);
    if (isReserved && options.taken === 'skip') throw invalidField('custom', 'reserved_word');
    if (alias && (holder || isReserved)) {
      renamed = alias;
      link = { ...link, custom: undefined };
    }
    const duplicate = link.custom ? undefined : await findDuplicate(link, domainId);
    if (duplicate) return { row, isExisting: true, renamed, link: duplicate };
    const claim = { domainId, alias: link.custom ?? undefined, url };
    const key = link.custom ? aliasKeyOf(domainId, link.custom) : duplicateKeyOf(domainId, link);
    if (key) claimed.set(key, claim);
    const outcome = { row, isExisting: false, renamed, unknownDomain, link: claim };
    return { source: { row, ...source }, link, claim, key, outcome };
  }

  return {
    forget: ({ key }) => {
      if (key) claimed.delete(key);
    },

    async planRow(row) {
      try {
        return await planValid(row);
      } catch (error) {
        if (!(error instanceof AppError) || !['invalid', 'conflict'].includes(error.kind)) throw error;
        // `alias_taken` is the only failure here that names no field.
        const taken = [fieldError('custom', 'alias_taken')];
        return { row: row.row, errors: error.fields.length > 0 ? error.fields.slice(0, MAX_ROW_ERRORS) : taken };
      }
    },
  };
}
