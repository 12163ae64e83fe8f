/** The fields of `after` that differ from `before`: all that an update sends, so that it undoes no change made elsewhere. */
export function changedFields<Values extends object>(
  before: Partial<Values>,
  after: Values,
  textOf: (value: unknown) => string | undefined = JSON.stringify,
): Partial<Values> {
  const known: Record<string, unknown> = { ...before };
  const changed = Object.entries(after).filter(([name, value]) => textOf(known[name]) !== textOf(value));
  return Object.fromEntries(changed) as Partial<Values>;
}

/** The values of an open form after the row changed from `before` to `now`; fields that the user edited keep their input. */
export function adoptUnedited<Values extends object>(before: Values, now: Values, values: Values): Values {
  return { ...now, ...changedFields(before, values) };
}
