import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AnswerOf, type Endpoint, type InputOf, send } from './api.ts';
import { isRoleChanged, isSignedOut, isTemporary } from './api-error.ts';
import { externalValue } from './external-value.ts';
import { hiddenRows } from './hidden-rows.ts';

/** True once the API says that the session has ended; the screen's content stays. */
export const hasSessionEnded = externalValue(false);

/** Asks to sign in again if the session is missing; reads the user's role again if it no longer suffices. */
export function noteSessionEnd(error: unknown): void {
  if (isSignedOut(error)) hasSessionEnded.set(true);
  if (isRoleChanged(error)) void refresh('GET /api/workspaces');
}

/** The cache of all API responses, as long as the page is open. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteSessionEnd }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (count, error) => count < 3 && isTemporary(error) },
  },
});

/** Reads from the API: `useApi('GET /api/url/:id', { params: { id } })`; `keepsLast` keeps the previous response until the next arrives. */
export function useApi<E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  options: { isEnabled?: boolean; keepsLast?: boolean; pollMs?: number } = {},
): UseQueryResult<AnswerOf<E>> {
  return useQuery({
    queryKey: [endpoint, input ?? {}],
    queryFn: ({ signal }) => send(endpoint, input, { signal }),
    enabled: options.isEnabled ?? true,
    refetchInterval: options.pollMs ?? false,
    // TypeScript cannot distinguish a response of any endpoint from a function.
    placeholderData: (options.keepsLast ? keepPreviousData : undefined) as undefined,
  });
}

/** Refetches these endpoints on the screens that show them. */
export function refresh(...endpoints: Endpoint[]): Promise<unknown> {
  return Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint] })));
}

/** Sends a change to the API, then refetches `refreshes`; with `isOptimistic` it is pending until they have arrived. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options: { refreshes?: Endpoint[]; isOptimistic?: boolean } = {},
): UseMutationResult<AnswerOf<E>, Error, InputOf<E>> {
  return useMutation({
    mutationFn: (input: InputOf<E>) => send(endpoint, input),
    onSuccess: async () => {
      const refreshed = refresh(...(options.refreshes ?? []));
      if (options.isOptimistic) await refreshed;
    },
  });
}

const ENVELOPE = ['result', 'perpage', 'currentpage', 'nextpage', 'maxpage'] as const;
type Envelope = Record<(typeof ENVELOPE)[number], number>;

/** The endpoints that return one page of a list. */
export type ListEndpoint = {
  [E in Endpoint]: AnswerOf<E> extends { data: Envelope } ? E : never;
}[Endpoint];

type RowsIn<Data> = { [Key in keyof Data]: Data[Key] extends Array<infer Row> ? Row : never }[keyof Data];

/** One row of a list. */
export type RowOf<E extends ListEndpoint> = AnswerOf<E> extends { data: infer Data } ? RowsIn<Data> : never;

/** A list that is loaded page by page. */
export interface List<Row> {
  rows: Row[];
  total: number;
  isPending: boolean;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

function rowsOf<Row>(data: Envelope): Row[] {
  const [, rows = []] = Object.entries(data).find(([, value]) => Array.isArray(value)) ?? [];
  return rows as Row[];
}

type ListInput<E extends ListEndpoint> = Omit<InputOf<E>, 'query'> & { query?: object };

/** A list of the API, page by page; rows with a pending deletion are omitted. */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  input: ListInput<E> = {} as ListInput<E>,
  pageSize = 100,
): List<RowOf<E>> {
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [endpoint, input, pageSize],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...input.query, limit: pageSize, page: pageParam };
      const answer = await send(endpoint, { ...input, query } as unknown as InputOf<E>, { signal });
      return (answer as { data: Envelope }).data;
    },
    getNextPageParam: ({ currentpage, maxpage }) => (currentpage < maxpage ? currentpage + 1 : undefined),
    placeholderData: (before) => before,
  });
  const hidden = hiddenRows.use();
  const rows = useMemo(
    () =>
      (data?.pages ?? [])
        .flatMap((page) => rowsOf<RowOf<E> & { id?: number }>(page))
        .filter(({ id }) => !hidden.has(`${endpoint} ${id}`)),
    [data, hidden, endpoint],
  );
  const hiddenCount = [...hidden].filter((row) => row.startsWith(`${endpoint} `)).length;
  return {
    rows,
    total: Math.max(rows.length, (data?.pages[0]?.result ?? 0) - hiddenCount),
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
