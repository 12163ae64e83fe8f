import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ColumnSort } from './table-row.tsx';

interface Props {
  name: string;
  isNumber?: boolean;
  sort?: ColumnSort | undefined;
}

/** The heading of a column; a button if the table can be sorted by it. */
export function TableHeading({ name, isNumber = false, sort }: Props) {
  const Arrow = sort?.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <span role="columnheader" className={`cell cut ${isNumber ? 'is-number' : ''}`} aria-sort={sort?.direction}>
      {sort ? (
        <button type="button" className="table-sort" onClick={sort.onSort}>
          {name}
          <Arrow size={14} aria-hidden className={sort.direction ? '' : 'is-idle'} />
        </button>
      ) : (
        name
      )}
    </span>
  );
}
