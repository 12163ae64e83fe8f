import { type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAction } from '../lib/actions.ts';
import type { AllUsers } from '../lib/all-users.ts';
import type { List } from '../lib/query.ts';
import { navigate } from '../lib/router.tsx';
import { useCanChange } from '../lib/workspaces.ts';
import { Button, ButtonLink } from './button.tsx';
import { EmptyState, NothingFound } from './empty-state.tsx';
import { Page } from './page.tsx';
import { RoleNote } from './role-note.tsx';
import { SearchField } from './search-field.tsx';
import { Table } from './table.tsx';
import type { TableColumn } from './table-row.tsx';
import { AllUsersSelect } from './take-down.tsx';

interface Props<Row> {
  /** The texts of the noun. */
  texts: { title: string; search: string; add: string; empty: string; emptyText: string; example: string };
  icon: LucideIcon;
  list: List<Row>;
  columns: TableColumn<NoInfer<Row>>[];
  search: string;
  onSearch(text: string): void;
  /** Opens the form of a new row, or the path of the screen that creates one. */
  onAdd: (() => void) | string;
  /** Filters and order, beside the search. */
  filters?: ReactNode;
  /** Set where an administrator can list the rows of all users. */
  allUsers?: AllUsers;
  onOpen?(row: NoInfer<Row>): void;
  actions?(row: NoInfer<Row>): ReactNode;
  /** Sheets and dialogs. */
  children?: ReactNode;
}

/** The list of a noun: search, buttons, table, and empty state. */
export function ListScreen<Row extends { id: number }>(props: Props<Row>) {
  const {
    texts: t,
    icon,
    list,
    columns,
    search,
    onSearch,
    onAdd,
    filters,
    allUsers,
    onOpen,
    actions,
    children,
  } = props;
  const canChange = useCanChange();
  const runAdd = typeof onAdd === 'string' ? () => navigate(onAdd) : onAdd;
  useAction({ id: 'add', name: t.add, keys: 'c', isChange: true, run: runAdd });
  const isInUse = list.rows.length > 0 || search !== '';
  const add =
    typeof onAdd === 'string' ? (
      <ButtonLink kind="primary" icon={Plus} to={onAdd} isChange>
        {t.add}
      </ButtonLink>
    ) : (
      <Button kind="primary" icon={Plus} onClick={onAdd} isChange>
        {t.add}
      </Button>
    );
  return (
    <Page
      title={t.title}
      actions={isInUse && add}
      tools={
        (isInUse || allUsers?.canChoose) && (
          <>
            {isInUse && <SearchField label={t.search} value={search} onChange={onSearch} />}
            {isInUse && filters}
            {allUsers && <AllUsersSelect allUsers={allUsers} />}
          </>
        )
      }
    >
      <Table
        label={t.title}
        list={list}
        columns={columns}
        onOpen={onOpen}
        actions={actions}
        empty={
          search || allUsers?.isAll ? (
            <NothingFound />
          ) : (
            <EmptyState icon={icon} title={t.empty} action={canChange ? add : <RoleNote />} example={t.example}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      {children}
    </Page>
  );
}
