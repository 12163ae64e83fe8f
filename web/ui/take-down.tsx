import { Power, PowerOff } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { AllUsers } from '../lib/all-users.ts';
import { type Endpoint, type InputOf, send } from '../lib/api.ts';
import { describeError } from '../lib/error-words.ts';
import { type ListEndpoint, refresh } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useTexts } from '../lib/texts.ts';
import { showToast } from '../lib/toasts.ts';
import { Badge } from './badge.tsx';
import { FilterSelect } from './filter-select.tsx';
import type { MenuItem } from './menu.tsx';
import type { TableColumn } from './table-row.tsx';

/** The status fields of a row. */
interface PublishedRow {
  id: number;
  status?: string;
  disabled_by?: 'administrator' | 'account';
  owner?: string;
}

/** A badge that says whether a row is disabled, and whether an administrator did it. */
export function DisabledBadge({ row }: { row: PublishedRow }) {
  const t = useTexts('take-down');
  if (row.status !== 'disabled') return null;
  return <Badge tone="danger">{row.disabled_by ? t.byAdministrator : t.disabled}</Badge>;
}

/** Tells an owner that an administrator disabled this row; nothing otherwise. */
export function TakeDownNote({ of }: { of: { disabled_by?: string } | undefined }) {
  const t = useTexts('take-down');
  return of?.disabled_by ? <p className="take-down-note">{t.note}</p> : null;
}

/** Switches an administrator between their own rows and those of all users; hidden from everyone else. */
export function AllUsersSelect({ allUsers }: { allUsers: AllUsers }) {
  const t = useTexts('take-down');
  if (!allUsers.canChoose) return null;
  return (
    <FilterSelect
      label={t.owner}
      value={allUsers.isAll ? 'everyone' : 'mine'}
      options={[
        { value: 'mine', label: t.mine },
        { value: 'everyone', label: t.everyone },
      ]}
      onChange={(value) => allUsers.choose(value === 'everyone')}
    />
  );
}

/** The owner and status of a row, in a list of all users' rows. */
export function useOwnerColumns<Row extends PublishedRow>(): TableColumn<Row>[] {
  const t = useTexts('take-down');
  return useMemo(
    () => [
      { name: t.owner, phone: 'under', cell: ({ owner }) => <span className="cut quiet">{owner}</span> },
      {
        name: t.status,
        width: '112px',
        phone: 'side',
        cell: ({ status }) =>
          status === 'disabled' ? <Badge tone="danger">{t.disabled}</Badge> : <Badge tone="success">{t.active}</Badge>,
      },
    ],
    [t],
  );
}

/** The endpoints that change a status. */
type StatusEndpoint = Extract<Endpoint, `PUT /api/${'url' | 'bio' | 'qr' | 'overlay' | 'splash'}/:id/update`>;

/** The endpoints that read one row, which a screen of that row shows. */
const READS: Record<StatusEndpoint, Endpoint> = {
  'PUT /api/url/:id/update': 'GET /api/url/:id',
  'PUT /api/bio/:id/update': 'GET /api/bio/:id',
  'PUT /api/qr/:id/update': 'GET /api/qr/:id',
  'PUT /api/overlay/:id/update': 'GET /api/overlay/:id',
  'PUT /api/splash/:id/update': 'GET /api/splash/:id',
};

/** The menu item that disables or enables a row; an owner has none for a row that an administrator disabled. */
export function useStatusItem(endpoint: StatusEndpoint, list: ListEndpoint): (row: PublishedRow) => MenuItem[] {
  const t = useTexts('take-down');
  const { admin } = useSession();
  return useCallback(
    ({ id, status, disabled_by }) => {
      async function change(wanted: 'active' | 'disabled'): Promise<void> {
        try {
          await send(endpoint, { params: { id }, body: { status: wanted } } as InputOf<StatusEndpoint>);
          await refresh(list, READS[endpoint]);
          showToast(wanted === 'disabled' ? t.wasDisabled : t.wasEnabled);
        } catch (error) {
          showToast(describeError(error as Error), { kind: 'failed' });
        }
      }
      if (status !== 'disabled')
        return [{ name: t.disable, icon: PowerOff, isChange: true, run: () => void change('disabled') }];
      if (disabled_by && !admin) return [];
      return [{ name: t.enable, icon: Power, isChange: true, run: () => void change('active') }];
    },
    [endpoint, list, t, admin],
  );
}
