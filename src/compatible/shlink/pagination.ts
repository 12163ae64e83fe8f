/** A page that a client asks for; all items on one page if `limit` is undefined. */
export interface WantedPage {
  number: number;
  limit: number | undefined;
}

/** Where the items of a page begin among all, and how many it can have. */
export function sliceOf({ number, limit }: WantedPage): { offset: number; limit: number } {
  return limit === undefined ? { offset: 0, limit: Number.MAX_SAFE_INTEGER } : { offset: (number - 1) * limit, limit };
}

/** A list as Shlink's API shows it. A page after the last one is empty. */
export function showPage<Item>(items: Item[], total: number, { number, limit }: WantedPage) {
  const itemsPerPage = limit ?? Math.max(total, 1);
  return {
    data: items,
    pagination: {
      currentPage: limit === undefined ? 1 : number,
      pagesCount: Math.max(1, Math.ceil(total / itemsPerPage)),
      itemsPerPage,
      itemsInCurrentPage: items.length,
      totalItems: total,
    },
  };
}
