import type { FieldProblem } from '../../core/errors.ts';
import { hostOf } from '../../lib/url.ts';

/** How the names of the main host are looked up. */
interface Names {
  baseUrl: string;
  isOwnHost(host: string): boolean;
  findAlias(alias: string): Promise<{ userId: number } | undefined>;
  findSlug(slug: string): Promise<{ userId: number } | undefined>;
}

/** Says what is wrong with an address that an owner's page is to lead to; undefined where nothing is. */
export type AddressJudge = (owner: number, href: string) => Promise<FieldProblem | undefined>;

const NAME = /^\/([A-Za-z0-9_-]{1,100})$/;
const PROBLEM: FieldProblem = { code: 'own_address_except_yours' };

/** A page may lead to other hosts, and on ours to what its owner has made there. */
export function createAddressJudge({ baseUrl, isOwnHost, findAlias, findSlug }: Names): AddressJudge {
  const { origin: ours } = new URL(baseUrl);

  return async (owner, href) => {
    if (!isOwnHost(hostOf(href))) return undefined;
    const { origin, pathname } = new URL(href);
    const [, name] = NAME.exec(pathname) ?? [];
    if (origin !== ours || name === undefined) return PROBLEM;
    const found = (await findAlias(name)) ?? (await findSlug(name));
    return found?.userId === owner ? undefined : PROBLEM;
  };
}
