import { Check, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { describeError } from '../lib/error-words.ts';
import type { List } from '../lib/query.ts';
import { showToast } from '../lib/toasts.ts';
import { Button } from './button.tsx';
import { SideSheet } from './dialog.tsx';
import { NothingFound } from './empty-state.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { SearchField } from './search-field.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface Props<Row> {
  texts: { title: string; search: string; add: string; added: string; more: string };
  list: List<Row>;
  search: string;
  onSearch(text: string): void;
  nameOf(row: NoInfer<Row>): string;
  /** Shown below the name. */
  noteOf(row: NoInfer<Row>): string;
  isIn(row: NoInfer<Row>): boolean;
  onAdd(row: NoInfer<Row>): Promise<unknown>;
  onClose(): void;
  /** Shown above the search. */
  children?: ReactNode;
}

/** Selects items of a list to add; it stays open for the next one. */
export function PickerSheet<Row extends { id: number }>(props: Props<Row>) {
  const { texts: t, list, search, onSearch, nameOf, noteOf, isIn, onAdd, onClose, children } = props;
  const [busy, setBusy] = useState<number>();

  async function add(row: Row): Promise<void> {
    setBusy(row.id);
    try {
      await onAdd(row);
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <SideSheet title={t.title} onClose={onClose}>
      <div className="picker">
        {children}
        <SearchField label={t.search} value={search} onChange={onSearch} />
        {list.error && <FailureNotice error={list.error} onRetry={list.retry} />}
        {list.isPending && <SkeletonRows />}
        {!list.isPending && !list.error && list.rows.length === 0 && <NothingFound />}
        <ul>
          {list.rows.map((row) => (
            <li key={row.id} className="line">
              <span className="grow">
                <b className="cut">{nameOf(row)}</b>
                <span className="cut hint">{noteOf(row)}</span>
              </span>
              {isIn(row) ? (
                <span className="line quiet">
                  <Check size={16} aria-hidden /> {t.added}
                </span>
              ) : (
                <Button
                  icon={Plus}
                  isBusy={busy === row.id}
                  aria-label={`${t.add}: ${nameOf(row)}`}
                  onClick={() => void add(row)}
                >
                  {t.add}
                </Button>
              )}
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
