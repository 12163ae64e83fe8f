import { Ban, KeyRound, ShieldCheck, ShieldOff, Trash2, UserCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { type BodyOf, send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { filterList } from '../../lib/filter-list.ts';
import { type RowOf, refresh, useList } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { useSignInMethods } from '../../lib/sign-on.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { DeleteUser } from './delete-user.tsx';
import { DisableUser } from './disable-user.tsx';
import { type PasswordLink, UserSheet } from './user-sheet.tsx';

type User = RowOf<'GET /api/users'>;

function Role({ user }: { user: User }) {
  const t = useTexts('users');
  if (user.deleting) return <Badge tone="danger">{t.deleting}</Badge>;
  if (user.disabled) return <Badge tone="danger">{t.disabled}</Badge>;
  return <Badge>{user.admin ? t.admin : t.user}</Badge>;
}

function State({ user }: { user: User }) {
  const t = useTexts('users');
  const { userid } = useSession();
  return (
    <span className="line">
      <Role user={user} />
      {user.id === userid && <Badge tone="accent">{t.you}</Badge>}
    </span>
  );
}

/** Lists the server's users, for administrators. */
export function Screen() {
  const t = useTexts('users');
  const { userid } = useSession();
  const [search, setSearch] = useSearchParam('q');
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<PasswordLink>();
  const [userToDisable, setUserToDisable] = useState<User>();
  const [userToDelete, setUserToDelete] = useState<User>();
  const all = useList('GET /api/users', {}, 1000);
  const list = filterList(all, search, ({ email, username }) => `${email} ${username}`);

  const { hasPassword } = useSignInMethods();

  async function change(id: number, body: BodyOf<'PUT /api/user/:id/update'>): Promise<void> {
    await send('PUT /api/user/:id/update', { params: { id }, body });
    await refresh('GET /api/users');
    showToast(t.changed);
  }

  async function makeLink({ id, email }: User): Promise<void> {
    const { link } = await send('POST /api/user/:id/reset', { params: { id } });
    setMade({ email, link });
  }

  function attempt(work: Promise<void>): void {
    work.catch((error) => showToast(describeError(error), { kind: 'failed' }));
  }

  function itemsOf(user: User): MenuItem[] {
    const reset = { name: t.reset, icon: KeyRound, run: () => attempt(makeLink(user)) };
    // Nobody may lock themselves out.
    const links = hasPassword ? [reset] : [];
    if (user.id === userid) return links;
    const remove = { name: t.delete, icon: Trash2, isDanger: true, run: () => setUserToDelete(user) };
    if (user.deleting) return [remove];
    return [
      ...links,
      user.admin
        ? { name: t.makeUser, icon: ShieldOff, run: () => attempt(change(user.id, { admin: false })) }
        : { name: t.makeAdmin, icon: ShieldCheck, run: () => attempt(change(user.id, { admin: true })) },
      user.disabled
        ? {
            name: t.enable,
            icon: UserCheck,
            run: () => attempt(change(user.id, { disabled: false, content: 'enable' })),
          }
        : { name: t.disable, icon: Ban, isDanger: true, run: () => setUserToDisable(user) },
      remove,
    ];
  }

  const columns: TableColumn<User>[] = [
    { name: t.email, width: 'minmax(0, 1.6fr)', phone: 'title', cell: ({ email }) => <b className="cut">{email}</b> },
    { name: t.username, phone: 'under', cell: ({ username }) => <span className="cut quiet">{username}</span> },
    { name: t.role, phone: 'side', cell: (user) => <State user={user} /> },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={Users}
      list={list}
      columns={columns}
      search={search}
      onSearch={setSearch}
      onAdd={() => setAdding(true)}
      actions={(user) => <Menu items={itemsOf(user)} />}
    >
      {isAdding && <UserSheet onMade={setMade} onClose={() => setAdding(false)} />}
      {made && (
        <ShownOnce title={t.linkTitle} value={made.link} onClose={() => setMade(undefined)}>
          {t.linkText({ email: made.email })}
        </ShownOnce>
      )}
      {userToDisable && (
        <DisableUser
          email={userToDisable.email}
          onClose={() => setUserToDisable(undefined)}
          onConfirm={(content) => change(userToDisable.id, { disabled: true, ...content })}
        />
      )}
      {userToDelete && <DeleteUser user={userToDelete} users={all.rows} onClose={() => setUserToDelete(undefined)} />}
    </ListScreen>
  );
}
