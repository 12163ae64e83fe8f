import { useState } from 'react';
import { type RowOf, useList } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { SideSheet } from '../../ui/dialog.tsx';
import { NothingFound } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export type PickedLink = RowOf<'GET /api/urls'>;

interface Props {
  onPick(link: PickedLink): void;
  onClose(): void;
}

/** Picks one of the user's short links, which can be searched by alias, title and destination. */
export function LinkPicker({ onPick, onClose }: Props) {
  const { picker: t } = useTexts('bio');
  const [search, setSearch] = useState('');
  const list = useList('GET /api/urls', { query: { q: useDebounced(search) } });
  return (
    <SideSheet title={t.title} onClose={onClose}>
      <div className="picker">
        <SearchField label={t.search} value={search} onChange={setSearch} />
        {list.error && <FailureNotice error={list.error} onRetry={list.retry} />}
        {list.isPending && <SkeletonRows />}
        {!list.isPending && !list.error && list.rows.length === 0 && <NothingFound />}
        <ul aria-label={t.links}>
          {list.rows.map((link) => (
            <li key={link.id}>
              <button type="button" className="bio-pick" onClick={() => onPick(link)}>
                <b className="cut">{withoutScheme(link.shorturl)}</b>
                <span className="cut">{link.title}</span>
                <span className="cut hint">{withoutScheme(link.longurl)}</span>
              </button>
            </li>
          ))}
        </ul>
        {list.hasMore && (
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {t.more}
          </Button>
        )}
      </div>
    </SideSheet>
  );
}
