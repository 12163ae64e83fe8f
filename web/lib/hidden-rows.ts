import { externalValue } from './external-value.ts';

/** Rows with a pending deletion, as `ENDPOINT ID` of the list that shows each. */
export const hiddenRows = externalValue<ReadonlySet<string>>(new Set());

/** Hides rows of a list, or shows them again. */
export function hideRows(list: string, ids: number[], isHidden: boolean): void {
  const next = new Set(hiddenRows.get());
  for (const id of ids) {
    if (isHidden) next.add(`${list} ${id}`);
    else next.delete(`${list} ${id}`);
  }
  hiddenRows.set(next);
}
