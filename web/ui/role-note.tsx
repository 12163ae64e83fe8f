import { Eye } from 'lucide-react';
import { useContext } from 'react';
import { useTexts } from '../lib/texts.ts';
import { ChangingRoleContext, useCanChange } from '../lib/workspaces.ts';

/** Says which role may change what the screen shows; nothing for those who may. */
export function RoleNote() {
  const t = useTexts('roles');
  const least = useContext(ChangingRoleContext);
  if (useCanChange() || least === undefined) return null;
  return (
    <p className="role-note">
      <Eye size={16} aria-hidden />
      {t.readOnly[least]}
    </p>
  );
}
