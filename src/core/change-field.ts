/** The value of a field after an update: an omitted field keeps its value, null clears it. */
export function changeField<T>(given: T | null | undefined, kept: T, empty: T): T {
  if (given === undefined) return kept;
  return given === null ? empty : given;
}
