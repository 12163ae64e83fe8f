import type { InfiniteData } from '@tanstack/react-query';
import type { AnswerOf } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { queryClient, refresh } from '../../lib/query.ts';

type Pages = InfiniteData<AnswerOf<'GET /api/urls'>['data']>;

/** Adds one click to a link in every loaded list. */
function addClick(link: number): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['GET /api/urls'] }, (data) => {
    if (!data?.pages.some(({ urls }) => urls.some(({ id }) => id === link))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      urls: page.urls.map((row) => (row.id === link ? { ...row, clicks: row.clicks + 1 } : row)),
    }));
    return { ...data, pages };
  });
}

/** Updates click counts on the screen live. */
export function useLiveClicks(): void {
  useLive('click', ({ link, bot }) => {
    if (bot === '') addClick(link);
  });
  useLive('reset', () => void refresh('GET /api/urls'));
}
