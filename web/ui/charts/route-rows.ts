import type { Stats } from './use-stats.ts';

/** The clicks of a route as the API returns them. */
export type RouteCounts = NonNullable<Stats['routes']>[number];

/** A line of the list of routes. */
export interface RouteRow {
  /** The route; for the sum of a split, the route of its rule. */
  route: string;
  /** The name of a variant, which is shown below the sum of its split. */
  variant?: string;
  clicks: number;
  /** Undefined for the sum of a split; null if unknown. */
  unique: number | null | undefined;
  /** The clicks that the share is a share of. */
  total: number;
}

const RULE = 'rule:';

/** The rule of a variant and its name; undefined if the route is not that of a variant. */
function splitRoute(route: string, splits: readonly string[]): { rule: string; variant: string } | undefined {
  if (!route.startsWith(RULE)) return undefined;
  // Names may contain a slash, so the names of the splits that exist decide.
  const known = splits.find((name) => route.startsWith(`${RULE}${name}/`));
  const end = known === undefined ? route.indexOf('/') : RULE.length + known.length;
  return end === -1 ? undefined : { rule: route.slice(0, end), variant: route.slice(end + 1) };
}

/** The lines of the list of routes: the variants of a split follow their sum. `splits` are the rules that have a split. */
export function toRouteRows(routes: readonly RouteCounts[], splits: readonly string[]): RouteRow[] {
  const total = routes.reduce((sum, { clicks }) => sum + clicks, 0);
  const groups = Map.groupBy(routes, ({ route }) => splitRoute(route, splits)?.rule ?? route);
  return [...groups]
    .map(([route, members]) => ({ route, members, clicks: members.reduce((sum, { clicks }) => sum + clicks, 0) }))
    .sort((left, right) => right.clicks - left.clicks)
    .flatMap(({ route, members, clicks }): RouteRow[] => {
      const [only] = members;
      if (only?.route === route && members.length === 1) return [{ ...only, total }];
      const variants = members.map((member) => {
        const { variant = '' } = splitRoute(member.route, splits) ?? {};
        return { ...member, ...(variant !== '' && { variant }), total: clicks };
      });
      return [{ route, clicks, unique: undefined, total }, ...variants];
    });
}

/** Whether statistics have a route other than the default one. */
export function hasRoutes({ top }: Stats): boolean {
  return Object.keys(top.route ?? {}).some((route) => route !== 'default');
}
