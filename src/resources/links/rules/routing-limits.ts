/** The limits of the rules of a link. */
export const routingLimits = { rules: 20, conditions: 10, values: 100, variants: 10, name: 64, weight: 1_000 } as const;
