/**
 * What chose the destination of a visit, as statistics name it: `default` is the destination of the link itself, then the three
 * lists, then a rule or a variant of its split: `rule:NAME` or `rule:NAME/VARIANT`.
 */
export type RouteName = 'default' | 'geo' | 'device' | 'language' | `rule:${string}`;

/** The route of a visitor whom no rule matches. */
export const DEFAULT_ROUTE = 'default';
