import { useSearchParam } from './router.tsx';
import { useSession } from './session.ts';
import { useWorkspaces } from './workspaces.ts';

/** Whether an administrator views the rows of all users; kept in the URL. */
export interface AllUsers {
  /** False for everyone except administrators, and in shared workspaces. */
  canChoose: boolean;
  isAll: boolean;
  choose(isAll: boolean): void;
}

export function useAllUsers(): AllUsers {
  const { admin } = useSession();
  const { current } = useWorkspaces();
  const [all, setAll] = useSearchParam('all');
  const canChoose = admin && current.personal;
  return { canChoose, isAll: canChoose && all === '1', choose: (isAll) => setAll(isAll ? '1' : '') };
}

/** The query of a list, for endpoints that can list the rows of all users. */
export function queryOf({ isAll }: AllUsers): { all?: '1' } {
  return isAll ? { all: '1' } : {};
}
