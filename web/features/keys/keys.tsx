import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { filterList } from '../../lib/filter-list.ts';
import { parseTime } from '../../lib/format.ts';
import { type RowOf, useList, useSend } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCanChange, useWorkspaces } from '../../lib/workspaces.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { KeySheet } from './key-sheet.tsx';

type Key = RowOf<'GET /api/keys'>;

function Expiry({ expiry }: { expiry: string | null }) {
  const t = useTexts('keys');
  if (expiry === null) return <span className="quiet">{t.never}</span>;
  if (parseTime(expiry).getTime() <= Date.now()) return <Badge tone="danger">{t.expired}</Badge>;
  return <Time value={expiry} />;
}

/** Says which role sees the keys of a shared workspace. */
export function Screen() {
  const t = useTexts('keys');
  if (useCanChange()) return <Keys />;
  return (
    <Page title={t.title}>
      <RoleNote />
    </Page>
  );
}

/** Lists the user's API keys; in a shared workspace, those of all members. */
function Keys() {
  const t = useTexts('keys');
  const [search, setSearch] = useSearchParam('q');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [revoked, setRevoked] = useState<Key>();
  const remove = useSend('DELETE /api/key/:id/delete', { refreshes: ['GET /api/keys'] });
  const all = useList('GET /api/keys', {}, 1000);
  const list = filterList(all, search, ({ name, hint }) => `${name} ${hint}`);

  const { current, all: workspaces } = useWorkspaces();
  const nameOf = ({ username, workspace }: Key) => username ?? workspaces.find(({ id }) => id === workspace)?.name;
  const ownerColumn: TableColumn<Key> = {
    name: current.personal ? t.workspace : t.member,
    cell: (key) => <span className="cut">{nameOf(key)}</span>,
  };
  const columns: TableColumn<Key>[] = [
    {
      name: t.name,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: ({ name, account, scopes, addresses }) => (
        <span className="line">
          <b className="cut">{name}</b>
          {scopes?.join() === 'read' && <Badge>{t.readOnly}</Badge>}
          {(scopes ?? addresses) !== null && scopes?.join() !== 'read' && <Badge>{t.limited}</Badge>}
          {account && <Badge>{t.account}</Badge>}
        </span>
      ),
    },
    ownerColumn,
    { name: t.key, phone: 'under', cell: ({ hint }) => <code>…{hint}</code> },
    {
      name: t.used,
      width: '120px',
      cell: ({ used }) => (used ? <Time value={used} isRelative /> : <span className="quiet">{t.never}</span>),
    },
    { name: t.expiry, width: '120px', phone: 'side', cell: ({ expiry }) => <Expiry expiry={expiry} /> },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={KeyRound}
      list={list}
      columns={columns}
      search={search}
      onSearch={setSearch}
      onAdd={() => setMaking(true)}
      actions={(key) => <IconButton label={t.revoke} icon={Trash2} onClick={() => setRevoked(key)} />}
    >
      {isMaking && <KeySheet onMade={setMade} onClose={() => setMaking(false)} />}
      {made && (
        <ShownOnce title={t.shownTitle} value={made} onClose={() => setMade(undefined)}>
          {t.shownText}
        </ShownOnce>
      )}
      {revoked && (
        <ConfirmDelete
          title={t.revokeTitle({ name: revoked.name })}
          confirm={t.revoke}
          onClose={() => setRevoked(undefined)}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: revoked.id } });
            showToast(t.revoked({ name: revoked.name }));
          }}
        >
          {t.revokeText}
        </ConfirmDelete>
      )}
    </ListScreen>
  );
}
