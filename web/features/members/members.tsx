import { Plus, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import { useTexts } from '../../lib/texts.ts';
import { type OwnWorkspace, useHasRole, useWorkspaces } from '../../lib/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NewWorkspace } from '../../ui/new-workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { InvitationLink, type MadeInvitation } from './invitation-link.tsx';
import { InviteSheet } from './invite-sheet.tsx';
import { MemberList } from './member-list.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { RoleGuide } from './role-guide.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** The members of a shared workspace. */
function Members({ workspace }: { workspace: OwnWorkspace }) {
  const t = useTexts('members');
  const isAdmin = useHasRole('admin');
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<MadeInvitation>();
  useAction({ id: 'add', name: t.invite, keys: 'c', isChange: true, run: () => setInviting(true) });
  return (
    <Page
      title={t.title}
      actions={
        <>
          <Button kind="primary" icon={UserPlus} isChange onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
          <WorkspaceMenu workspace={workspace} />
        </>
      }
    >
      <p className="members-lead">{t.lead({ workspace: workspace.name })}</p>
      <MemberList workspace={workspace} />
      {isAdmin && <OpenInvitations workspace={workspace} />}
      <RoleGuide />
      {isInviting && <InviteSheet workspace={workspace} onMade={setMade} onClose={() => setInviting(false)} />}
      {made && <InvitationLink made={made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}

/** Who works in this workspace. A personal one has no other members. */
export function Screen() {
  const t = useTexts('members');
  const { current } = useWorkspaces();
  const [isMaking, setMaking] = useState(false);
  if (!current.personal) return <Members workspace={current} />;
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setMaking(true)}>
      {t.createWorkspace}
    </Button>
  );
  return (
    <Page title={t.title}>
      <EmptyState icon={UsersRound} title={t.alone} action={create} example={t.aloneExample}>
        {t.aloneText}
      </EmptyState>
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </Page>
  );
}
