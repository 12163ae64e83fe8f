import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { List } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import { useIsPhone } from '../lib/use-media.ts';
import type { Selection } from '../lib/use-selection.ts';
import { FailureNotice } from './failure-notice.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { TableHeading } from './table-heading.tsx';
import { type TableColumn, TableRow } from './table-row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const ROW_HEIGHT = 52;
const CARD_HEIGHT = 76;
const READ_AHEAD_ROWS = 20;

interface Props<Row> {
  /** The accessible name of the table. */
  label: string;
  list: List<Row>;
  columns: TableColumn<NoInfer<Row>>[];
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Called on Enter and on click. */
  onOpen?(row: NoInfer<Row>): void;
  /** Buttons at the end of a row, visible on hover and on focus; there is room for two. */
  actions?(row: NoInfer<Row>): ReactNode;
  selection?: Selection;
}

/** The index of the row that a key moves to; undefined for other keys. */
function rowIndexFor(key: string, index: number, rowCount: number): number | undefined {
  if (key === 'ArrowDown' || key === 'j') return index + 1;
  if (key === 'ArrowUp' || key === 'k') return index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? rowCount - 1 : undefined;
}

/** A table that renders only visible rows, loads more while scrolling, and works entirely by keyboard. */
export function Table<Row extends { id: number }>(props: Props<Row>) {
  const { label, list, columns, empty, onOpen, actions, selection } = props;
  const t = useTexts('ui');
  const isPhone = useIsPhone();
  const rowHeight = isPhone ? CARD_HEIGHT : ROW_HEIGHT;
  const body = useRef<HTMLDivElement>(null);
  const { rows } = list;
  const { start, end } = useVirtualRows(body, rows.length, rowHeight);
  const [active, setActive] = useState(0);
  const shouldFocus = useRef(false);

  useEffect(() => {
    if (list.hasMore && end >= rows.length - READ_AHEAD_ROWS) list.loadMore();
  });

  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  });

  useKeptFocus(body, () => document.querySelector<HTMLElement>('main [role=row][tabindex="0"], main .empty .button'));

  const rowCount = rows.length;
  const onMove = useCallback(
    (key: string, index: number) => {
      const wanted = rowIndexFor(key, index, rowCount);
      if (wanted === undefined) return false;
      const to = Math.max(0, Math.min(rowCount - 1, wanted));
      const top = (body.current?.getBoundingClientRect().top ?? 0) + to * rowHeight;
      if (top < 0) scrollBy(0, top - rowHeight);
      else if (top + rowHeight > innerHeight) scrollBy(0, top + 2 * rowHeight - innerHeight);
      shouldFocus.current = true;
      setActive(to);
      return true;
    },
    [rowCount, rowHeight],
  );

  if (list.error) return <FailureNotice error={list.error} onRetry={list.retry} />;
  if (list.isPending) return <SkeletonRows />;
  if (rows.length === 0) return empty;

  const isAllSelected = selection !== undefined && rows.every(({ id }) => selection.ids.has(id));
  const widths = columns.map(({ width }) => width ?? 'minmax(0, 1fr)');
  const tracks = [selection && '20px', ...widths, actions && '72px'].filter(Boolean).join(' ');

  return (
    <>
      <div
        className={`table ${onOpen ? 'opens' : ''} ${selection ? 'selects' : ''}`}
        role="grid"
        aria-label={label}
        aria-rowcount={list.total + 1}
        style={{ ['--tracks' as string]: tracks }}
      >
        <div className="table-head" role="row" aria-rowindex={1}>
          {selection && (
            <span role="columnheader" className="cell select">
              <input
                type="checkbox"
                aria-label={t.selectAll}
                checked={isAllSelected}
                onChange={() => (isAllSelected ? selection.clear() : selection.set(rows.map(({ id }) => id)))}
              />
            </span>
          )}
          {columns.map((column) => (
            <TableHeading key={column.name} {...column} {...(isPhone && { sort: undefined })} />
          ))}
          {actions && (
            <span role="columnheader" className="cell">
              <span className="unseen">{t.actions}</span>
            </span>
          )}
        </div>
        <div
          ref={body}
          role="rowgroup"
          style={{ paddingTop: start * rowHeight, paddingBottom: (rows.length - end) * rowHeight }}
        >
          {rows.slice(start, end).map((row, offset) => (
            <TableRow
              key={row.id}
              row={row}
              index={start + offset}
              isActive={start + offset === Math.min(active, rows.length - 1)}
              columns={columns}
              isSelected={selection?.ids.has(row.id)}
              onToggle={selection?.toggle}
              actions={actions}
              onOpen={onOpen}
              onFocus={setActive}
              onMove={onMove}
            />
          ))}
        </div>
      </div>
      <p className="unseen" role="status">
        {t.rows({ count: list.total })}
      </p>
    </>
  );
}
