import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AnswerOf, type InputOf, send } from '../../lib/api.ts';
import type { List } from '../../lib/query.ts';

type Query = NonNullable<InputOf<'GET /api/audit'>['query']>;

/** A row of the log; `key` is its place in the list, because `id` is that of what changed. */
export type ListedChange = Omit<AnswerOf<'GET /api/audit'>['data']['audit'][number], 'id'> & {
  id: number;
  nounId: number | null;
};

const PAGE_SIZE = 100;

/** The audit log, page by page. */
export function useAudit(query: Query): List<ListedChange> {
  const endpoint = 'GET /api/audit';
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [endpoint, query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) };
      return (await send(endpoint, { query: page }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  });
  const rows = useMemo(
    () =>
      (data?.pages ?? [])
        .flatMap(({ audit }) => audit)
        .map(({ id: nounId, ...row }, index) => ({ ...row, nounId, id: index + 1 })),
    [data],
  );
  return {
    rows,
    total: rows.length,
    isPending,
    error: data ? null : error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
}
