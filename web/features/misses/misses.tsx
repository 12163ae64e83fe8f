import { Plus, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { type List, useApi } from '../../lib/query.ts';
import { Link, navigate, useSearchParam } from '../../lib/router.tsx';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';

type Misses = AnswerOf<'GET /api/misses'>['data'];
type Row = Misses['misses'][number] & { id: number };

const RANGES = ['1', '7', '30', '90'] as const;
type RangeDays = (typeof RANGES)[number];
const DAY_MS = 86_400_000;
const MAIN = 'main';
const LIMIT = 500;

/** Reads the misses of a domain, or of the main host. */
function useMisses(id: string, days: RangeDays) {
  // The day changes at most once while the screen is open.
  const from = useMemo(() => new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10), [days]);
  const query = { from, limit: LIMIT, similar: '1' as const };
  const main = useApi('GET /api/misses', { query }, { isEnabled: id === MAIN });
  const branded = useApi('GET /api/domain/:id/misses', { params: { id }, query }, { isEnabled: id !== MAIN });
  return id === MAIN ? main : branded;
}

/** The existing alias that visitors may have meant; the code itself if its link was created meanwhile. */
function Similar({ row: { code, similar } }: { row: Row }) {
  const t = useTexts('misses');
  if (!similar) return null;
  if (similar === code) return <Badge tone="success">{t.exists}</Badge>;
  return (
    <span className="cut">
      {t.didYouMean} <Link to={`/links?q=${encodeURIComponent(similar)}`}>{similar}</Link>
    </span>
  );
}

/** Lists the aliases that visitors asked for and that do not exist. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('misses');
  const format = useFormat();
  const isPhone = useIsPhone();
  const mainHost = useShortHost();
  const { id = MAIN } = params;
  const [daysText, setDays] = useSearchParam('days');
  const days = RANGES.find((value) => value === daysText) ?? '30';
  const { data, error, isPending, refetch } = useMisses(id, days);
  const domain = useApi('GET /api/domain/:id', { params: { id } }, { isEnabled: id !== MAIN }).data?.details.domain;
  const host = domain === undefined ? mainHost : withoutScheme(domain);
  const { misses, other } = data?.data ?? { misses: [], other: 0 };
  const list: List<Row> = {
    rows: misses.map((miss, index) => ({ ...miss, id: index + 1 })),
    total: misses.length,
    isPending,
    error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
    retry: () => void refetch(),
  };

  function creationPath(code: string): string {
    const edit = `alias-${code}${domain === undefined ? '' : `@${domain}`}`;
    return `/links?edit=${encodeURIComponent(edit)}`;
  }

  function createButton({ code }: Row) {
    return <IconButton label={t.create} icon={Plus} onClick={() => navigate(creationPath(code))} isChange />;
  }

  const columns: TableColumn<Row>[] = [
    { name: t.code, width: 'minmax(0, 2fr)', phone: 'title', cell: ({ code }) => <code className="cut">{code}</code> },
    { name: t.count, width: '100px', isNumber: true, phone: 'side', cell: ({ count }) => format.number(count) },
    { name: t.last, width: '140px', cell: ({ last }) => <Time value={last} isRelative /> },
    { name: t.hint, width: 'minmax(0, 2fr)', phone: 'under', cell: (row) => <Similar row={row} /> },
    {
      name: t.action,
      width: '150px',
      cell: ({ code, similar }) =>
        similar !== code && (
          <ButtonLink to={creationPath(code)} icon={Plus} kind="quiet" isChange>
            {t.create}
          </ButtonLink>
        ),
    },
  ];

  return (
    <Page
      title={t.title({ host })}
      tools={
        <FilterSelect<RangeDays>
          label={t.range}
          value={days}
          onChange={setDays}
          options={RANGES.map((value) => ({ value, label: t.days({ count: Number(value) }) }))}
        />
      }
    >
      <p className="hint misses-text">{t.text}</p>
      <Table
        label={t.list}
        list={list}
        columns={columns}
        // On phones, the column of buttons is not shown.
        {...(isPhone && { actions: (row: Row) => row.similar !== row.code && createButton(row) })}
        empty={
          <EmptyState icon={SearchX} title={t.empty}>
            {t.emptyText}
          </EmptyState>
        }
      />
      {other > 0 && <p className="hint">{t.other({ count: other })}</p>}
    </Page>
  );
}
