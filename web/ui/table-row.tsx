import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { useTexts } from '../lib/texts.ts';

/** How a column is sorted; undefined if the table is sorted by another one. */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | undefined;
  onSort(): void;
}

/** One column: heading, cells, width, and position on a phone's card. */
export interface TableColumn<Row> {
  name: string;
  cell(row: Row): ReactNode;
  /** A CSS grid track; defaults to `minmax(0, 1fr)`. */
  width?: string;
  isNumber?: boolean;
  /** On a phone a row is a card with a title, a second line, and a number; other columns are hidden. */
  phone?: 'title' | 'under' | 'side';
  /** Makes the heading a button. Phones have no headings, so the screen offers the orders in another way there. */
  sort?: ColumnSort;
}

interface Props<Row> {
  row: Row;
  index: number;
  isActive: boolean;
  columns: TableColumn<Row>[];
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined;
  onToggle: ((id: number) => void) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onFocus(index: number): void;
  /** Moves the focus if the key is a navigation key; returns whether it is. */
  onMove(key: string, index: number): boolean;
}

/** Whether a click hit an interactive element, or ended a text selection. */
function isOnControl(event: MouseEvent): boolean {
  return (
    (event.target as HTMLElement).closest('a, button, input, label, [popover]') !== null ||
    (getSelection()?.toString() ?? '') !== ''
  );
}

function BaseRow<Row extends { id: number }>(props: Props<Row>) {
  const { row, index, isActive, columns, isSelected, onToggle, actions, onOpen, onFocus, onMove } = props;
  const t = useTexts('ui');

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === 'Enter') onOpen?.(row);
    else if ((event.key === ' ' || event.key === 'x') && onToggle) onToggle(row.id);
    else if (!onMove(event.key, index)) return;
    event.preventDefault();
  }

  return (
    <div
      role="row"
      className="row"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onKeyDown={onKeyDown}
      onFocus={() => onFocus(index)}
      onClick={(event) => {
        if (!isOnControl(event)) onOpen?.(row);
      }}
    >
      {onToggle && (
        <div role="gridcell" className="cell select">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t.selectRow}
            checked={isSelected}
            onChange={() => onToggle(row.id)}
          />
        </div>
      )}
      {columns.map(({ name, cell, isNumber, phone = 'none' }) => (
        <div key={name} role="gridcell" className={`cell phone-${phone} ${isNumber ? 'is-number' : ''}`}>
          {cell(row)}
        </div>
      ))}
      {actions && (
        <div role="gridcell" className="cell row-actions">
          {actions(row)}
        </div>
      )}
    </div>
  );
}

/** A focusable row of a table; rendered again only when its props change. */
export const TableRow = memo(BaseRow) as typeof BaseRow;
