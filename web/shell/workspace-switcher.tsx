import { Building2, ChevronsUpDown, Plus, UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { navigate, usePath } from '../lib/router.tsx';
import { openWorkspace } from '../lib/session.ts';
import { useTexts } from '../lib/texts.ts';
import { type OwnWorkspace, useWorkspaces } from '../lib/workspaces.ts';
import { Menu, type MenuItem, MenuLines } from '../ui/menu.tsx';
import { NewWorkspace } from '../ui/new-workspace.tsx';

/** The first letter of a shared workspace, or a person for the user's own. */
function WorkspaceMark({ workspace: { name, personal } }: { workspace: OwnWorkspace }) {
  return (
    <span className="workspace-mark" aria-hidden>
      {personal ? <UserRound size={16} /> : ([...name][0] ?? '').toUpperCase()}
    </span>
  );
}

/** Shows the workspace of the page, and switches to another one, which opens the same list there. */
export function WorkspaceSwitcher() {
  const t = useTexts('workspaces');
  const { names } = useTexts('roles');
  const { current, all } = useWorkspaces();
  const [isMaking, setMaking] = useState(false);
  const [, list = ''] = usePath().split('/');
  const noteOf = ({ personal, role }: OwnWorkspace) => (personal ? t.personal : names[role]);
  const items: MenuItem[] = [
    ...all.map((workspace) => ({
      name: workspace.name,
      note: noteOf(workspace),
      icon: workspace.personal ? UserRound : Building2,
      isChosen: workspace.id === current.id,
      run: () => workspace.id !== current.id && void openWorkspace(workspace.id, `/${list}`),
    })),
    ...(current.personal
      ? []
      : [{ name: t.members, icon: UsersRound, isApart: true, run: () => navigate('/members') }]),
    { name: t.new, icon: Plus, isApart: current.personal, run: () => setMaking(true) },
  ];
  return (
    <>
      <Menu items={items} label={t.label({ name: current.name })} className="workspace-switcher" edge="start">
        <WorkspaceMark workspace={current} />
        <MenuLines name={current.name} note={noteOf(current)} />
        <span className="unseen">{t.switch}</span>
        <ChevronsUpDown size={16} aria-hidden />
      </Menu>
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </>
  );
}

/** On a phone, the switcher above every screen; absent for users who work alone. */
export function WorkspaceLine() {
  const { all } = useWorkspaces();
  if (all.length < 2) return null;
  return (
    <div className="workspace-line">
      <WorkspaceSwitcher />
    </div>
  );
}
