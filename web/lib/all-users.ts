import { useSearchParam } from './router.tsx';
import { useSession } from './session.ts';

/** Whether an administrator looks at the rows of all users; the choice is kept in the address. */
export interface AllUsers {
  /** False for everyone but administrators. */
  canChoose: boolean;
  isAll: boolean;
  choose(isAll: boolean): void;
}

export function useAllUsers(): AllUsers {
  const { admin } = useSession();
  const [all, setAll] = useSearchParam('all');
  return { canChoose: admin, isAll: admin && all === '1', choose: (isAll) => setAll(isAll ? '1' : '') };
}

/** The query of a list, for those endpoints that can list the rows of all users. */
export function queryOf({ isAll }: AllUsers): { all?: '1' } {
  return isAll ? { all: '1' } : {};
}
