import { readAlias } from '../../core/alias.ts';
import type { FieldProblem } from '../../core/errors.ts';
import { hostOf } from '../../lib/url.ts';

/** Looks up aliases and slugs on the main host. */
interface Names {
  baseUrl: string;
  isOwnHost(host: string): boolean;
  findAlias(alias: string): Promise<{ userId: number } | undefined>;
  findSlug(slug: string): Promise<{ userId: number } | undefined>;
}

/** Returns the problem with a destination on a page of the owner; undefined if there is none. */
export type FindAddressProblem = (owner: number, href: string) => Promise<FieldProblem | undefined>;

const PROBLEM: FieldProblem = { code: 'own_address_except_yours' };

/** A page may link to other hosts, and on our hosts only to links and pages of its owner. */
export function createFindAddressProblem({ baseUrl, isOwnHost, findAlias, findSlug }: Names): FindAddressProblem {
  const { origin: ours } = new URL(baseUrl);

  return async (owner, href) => {
    if (!isOwnHost(hostOf(href))) return undefined;
    const { origin, pathname } = new URL(href);
    const name = readAlias(pathname);
    if (origin !== ours || name === undefined) return PROBLEM;
    const found = (await findAlias(name)) ?? (await findSlug(name));
    return found?.userId === owner ? undefined : PROBLEM;
  };
}
