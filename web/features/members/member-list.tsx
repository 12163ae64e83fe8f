import { LogOut, UserMinus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { includesRole, type Role, roles } from '../../../src/core/role.ts';
import { send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { refresh, useList } from '../../lib/query.ts';
import { openWorkspace, useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { OwnWorkspace } from '../../lib/workspaces.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { type MemberRow, toMemberList } from './member.ts';

/** Every member with their role; admins change roles, and everyone can leave. */
export function MemberList({ workspace }: { workspace: OwnWorkspace }) {
  const t = useTexts('members');
  const { names, may } = useTexts('roles');
  const { userid } = useSession();
  const [toRemove, setToRemove] = useState<MemberRow>();
  const list = toMemberList(useList('GET /api/workspace/:id/members', { params: { id: workspace.id } }, 1000));
  const isOwner = workspace.role === 'owner';

  async function changeRole({ id: member, email }: MemberRow, role: Role): Promise<void> {
    try {
      const params = { id: workspace.id, userid: member };
      await send('PUT /api/workspace/:id/member/:userid/update', { params, body: { role } });
      await refresh('GET /api/workspace/:id/members', 'GET /api/workspaces');
      showToast(t.roleChanged({ name: email, role: names[role] }));
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  async function remove({ id: member, email }: MemberRow): Promise<void> {
    const params = { id: workspace.id, userid: member };
    await send('DELETE /api/workspace/:id/member/:userid/delete', { params });
    if (member === userid) {
      await openWorkspace(userid, '/');
      return;
    }
    await refresh('GET /api/workspace/:id/members');
    showToast(t.removed({ name: email }));
  }

  function itemsOf(member: MemberRow): MenuItem[] {
    const isSelf = member.id === userid;
    const leave = { name: t.leave, icon: LogOut, isDanger: true, isApart: true, run: () => setToRemove(member) };
    // Only owners change owners; admins change everyone else.
    const mayChange = isOwner || (includesRole(workspace.role, 'admin') && member.role !== 'owner');
    if (!mayChange) return isSelf ? [{ ...leave, isApart: false }] : [];
    const choices = roles
      .filter((role) => isOwner || role !== 'owner')
      .map((role) => ({
        name: names[role],
        note: may[role],
        isChosen: role === member.role,
        run: () => void (role !== member.role && changeRole(member, role)),
      }));
    const removal = { name: t.remove, icon: UserMinus, isDanger: true, isApart: true, run: () => setToRemove(member) };
    return [...choices, isSelf ? leave : removal];
  }

  const columns: TableColumn<MemberRow>[] = [
    {
      name: t.member,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: ({ id, username }) => (
        <span className="line">
          <b className="cut">{username}</b>
          {id === userid && <Badge tone="accent">{t.you}</Badge>}
        </span>
      ),
    },
    {
      name: t.email,
      width: 'minmax(0, 2fr)',
      phone: 'under',
      cell: ({ email }) => <span className="cut">{email}</span>,
    },
    { name: t.role, width: '120px', phone: 'side', cell: ({ role }) => <Badge>{names[role]}</Badge> },
  ];

  return (
    <>
      <Table
        label={t.title}
        list={list}
        columns={columns}
        actions={(member) => <Menu label={t.changeMember({ name: member.username })} items={itemsOf(member)} />}
        empty={
          <EmptyState icon={UsersRound} title={t.title}>
            {t.aloneText}
          </EmptyState>
        }
      />
      {toRemove && (
        <ConfirmDelete
          title={
            toRemove.id === userid
              ? t.leaveTitle({ workspace: workspace.name })
              : t.removeTitle({ name: toRemove.email })
          }
          confirm={toRemove.id === userid ? t.leave : t.remove}
          onClose={() => setToRemove(undefined)}
          onConfirm={() => remove(toRemove)}
        >
          {toRemove.id === userid ? t.leaveText : t.removeText}
        </ConfirmDelete>
      )}
    </>
  );
}
