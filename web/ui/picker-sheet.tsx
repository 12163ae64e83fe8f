import { type ReactNode, useRef, useState } from 'react';
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
  texts: {
    title: string;
    search: string;
    added: string;
    more: string;
    selectAll: string;
    addCount(values: { count: number }): string;
  };
  list: List<Row>;
  /** The selection is cleared when this changes. */
  group?: string;
  search: string;
  onSearch(text: string): void;
  nameOf(row: NoInfer<Row>): string;
  /** Shown below the name. */
  noteOf(row: NoInfer<Row>): string;
  isIn(row: NoInfer<Row>): boolean;
  onAdd(rows: NoInfer<Row>[]): Promise<unknown>;
  onClose(): void;
  /** Shown above the search. */
  children?: ReactNode;
}

/** Selects items of a list and adds them together; the selection survives another search. */
export function PickerSheet<Row extends { id: number }>(props: Props<Row>) {
  const { texts: t, list, group = '', search, onSearch, nameOf, noteOf, isIn, onAdd, onClose, children } = props;
  const [selection, setSelection] = useState({ group, rows: new Map<number, Row>() });
  const selected = selection.group === group ? selection.rows : new Map<number, Row>();
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const free = list.rows.filter((row) => !isIn(row));
  const areAllSelected = free.length > 0 && free.every(({ id }) => selected.has(id));

  function toggle(rows: Row[], isOn: boolean): void {
    const next = new Map(selected);
    for (const row of rows) {
      if (isOn) next.set(row.id, row);
      else next.delete(row.id);
    }
    setSelection({ group, rows: next });
  }

  async function add(): Promise<void> {
    setBusy(true);
    try {
      await onAdd([...selected.values()]);
      setSelection({ group, rows: new Map() });
      // This button is disabled now and cannot keep the focus; the next step is to close the sheet.
      ref.current?.closest('dialog')?.querySelector<HTMLElement>('.modal-head button')?.focus();
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <SideSheet title={t.title} onClose={onClose}>
      <div className="picker" ref={ref}>
        {children}
        <SearchField label={t.search} value={search} onChange={onSearch} />
        {list.error && <FailureNotice error={list.error} onRetry={list.retry} />}
        {list.isPending && <SkeletonRows />}
        {!list.isPending && !list.error && list.rows.length === 0 && <NothingFound />}
        {free.length > 1 && (
          <label className="line">
            <input type="checkbox" checked={areAllSelected} onChange={() => toggle(free, !areAllSelected)} />
            {t.selectAll}
          </label>
        )}
        <ul>
          {list.rows.map((row) => (
            <li key={row.id}>
              <label className="line">
                <input
                  type="checkbox"
                  disabled={isIn(row)}
                  checked={isIn(row) || selected.has(row.id)}
                  onChange={() => toggle([row], !selected.has(row.id))}
                />
                <span className="grow">
                  <b className="cut">{nameOf(row)}</b>
                  <span className="cut hint">{noteOf(row)}</span>
                </span>
                {isIn(row) && <span className="quiet">{t.added}</span>}
              </label>
            </li>
          ))}
        </ul>
        {list.hasMore && (
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {t.more}
          </Button>
        )}
        <div className="picker-foot">
          <Button kind="primary" isBusy={isBusy} disabled={selected.size === 0} onClick={() => void add()}>
            {t.addCount({ count: selected.size })}
          </Button>
        </div>
      </div>
    </SideSheet>
  );
}
