/** Finds the items that cannot be written, by bisection. */
export async function findUnwritable<Item>(
  items: Item[],
  canWrite: (some: Item[]) => Promise<boolean>,
): Promise<Item[]> {
  if (items.length === 0 || (await canWrite(items))) return [];
  if (items.length === 1) return items;
  const middle = items.length >>> 1;
  const first = await findUnwritable(items.slice(0, middle), canWrite);
  return [...first, ...(await findUnwritable(items.slice(middle), canWrite))];
}
