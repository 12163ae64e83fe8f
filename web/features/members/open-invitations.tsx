import { MailX } from 'lucide-react';
import { describeError } from '../../lib/error-words.ts';
import { useList, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { OwnWorkspace } from '../../lib/workspaces.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

/** The invitations that nobody has accepted yet; nothing if there are none. */
export function OpenInvitations({ workspace }: { workspace: OwnWorkspace }) {
  const t = useTexts('members');
  const { names } = useTexts('roles');
  const list = useList('GET /api/workspace/:id/invitations', { params: { id: workspace.id } }, 1000);
  const withdraw = useSend('DELETE /api/workspace/:id/invitation/:invitationid/delete', {
    refreshes: ['GET /api/workspace/:id/invitations'],
  });
  if (list.rows.length === 0) return null;

  async function end(id: number, email: string): Promise<void> {
    try {
      await withdraw.mutateAsync({ params: { id: workspace.id, invitationid: id } });
      showToast(t.withdrawn({ name: email }));
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  return (
    <section className="members-part">
      <h2>{t.openInvitations}</h2>
      <Table
        label={t.openInvitations}
        list={list}
        columns={[
          {
            name: t.email,
            width: 'minmax(0, 2fr)',
            phone: 'title',
            cell: ({ email }) => <b className="cut">{email}</b>,
          },
          {
            name: t.expires,
            width: 'minmax(0, 2fr)',
            phone: 'under',
            cell: ({ expiry }) => <Time value={expiry} isRelative />,
          },
          { name: t.role, width: '120px', phone: 'side', cell: ({ role }) => <Badge>{names[role]}</Badge> },
        ]}
        actions={({ id, email }) => (
          <IconButton label={t.withdraw({ name: email })} icon={MailX} onClick={() => void end(id, email)} />
        )}
        empty={null}
      />
    </section>
  );
}
