import { type ReactNode, useMemo } from 'react';
import { useFormat } from '../../lib/format.ts';
import type { RowOf } from '../../lib/query.ts';
import { Link } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import type { TableColumn } from '../../ui/table-row.tsx';
import { useOwnerColumns } from '../../ui/take-down.tsx';
import { Time } from '../../ui/time.tsx';
import { CampaignBadge, hasBadges, LinkBadges, TagBadges } from './link-badges.tsx';
import { type ListOrder, sortOf } from './link-order.ts';

type Row = RowOf<'GET /api/urls'>;

function Destination({ longurl, title }: Row): ReactNode {
  const { host, pathname, search } = new URL(longurl);
  const rest = `${pathname}${search}`;
  return (
    <span className="links-destination">
      {/* A link without a title is shown by its host. */}
      {title !== '' && title !== host && <span className="cut">{title}</span>}
      <span className="cut quiet" title={longurl}>
        <span className="links-host">{host}</span>
        {rest === '/' ? '' : rest}
      </span>
    </span>
  );
}

/** On a phone, the marks and groups of a link take the place of its title. */
function DestinationOnPhone(row: Row): ReactNode {
  const hasLine = hasBadges(row) || row.tags.length > 0 || row.campaign !== null;
  return (
    <>
      {Destination(hasLine ? { ...row, title: '' } : row)}
      {hasLine && (
        <span className="links-marks">
          <LinkBadges row={row} />
          <CampaignBadge row={row} />
          <TagBadges tags={row.tags} />
        </span>
      )}
    </>
  );
}

function Groups(row: Row): ReactNode {
  return (
    <>
      <span className="links-marks">
        <CampaignBadge row={row} />
      </span>
      <span className="links-marks">
        <TagBadges tags={row.tags} />
      </span>
    </>
  );
}

interface Options {
  /** Whether the list shows the links of all users, with their owners. */
  isAll: boolean;
  order: ListOrder;
  setOrder(order: ListOrder): void;
}

/** The columns of the list. They stay the same while the user types in the search, so that no row is rendered again. */
export function useLinkColumns({ isAll, order, setOrder }: Options): TableColumn<Row>[] {
  const t = useTexts('links');
  const format = useFormat();
  const isPhone = useIsPhone();
  const ownerColumns = useOwnerColumns<Row>();
  return useMemo(
    (): TableColumn<Row>[] => [
      {
        name: t.short,
        phone: 'title',
        cell: (row) =>
          isAll ? (
            <b className="cut">{withoutScheme(row.shorturl)}</b>
          ) : (
            <>
              <Link to={`/links/${row.id}`} className="cut links-short" tabIndex={-1}>
                {withoutScheme(row.shorturl)}
              </Link>
              {!isPhone && hasBadges(row) && (
                <span className="links-marks">
                  <LinkBadges row={row} />
                </span>
              )}
            </>
          ),
      },
      {
        name: t.destination,
        width: 'minmax(0, 1.4fr)',
        ...(!isAll && { phone: 'under' as const }),
        cell: isPhone && !isAll ? DestinationOnPhone : Destination,
      },
      ...(isAll ? ownerColumns : [{ name: t.groups, width: 'minmax(0, 0.9fr)', cell: Groups }]),
      {
        name: t.clicks,
        width: '88px',
        isNumber: true,
        ...(!isAll && { phone: 'side' as const }),
        sort: sortOf(order, ['click', 'fewest'], setOrder),
        cell: ({ clicks }) => format.number(clicks),
      },
      {
        name: t.created,
        width: '104px',
        sort: sortOf(order, ['', 'oldest'], setOrder),
        cell: ({ date }) => <Time value={date} />,
      },
    ],
    [t, format, isAll, isPhone, order, setOrder, ownerColumns],
  );
}
