import { Users } from 'lucide-react';
import { NotYet } from '../../ui/not-yet.tsx';

/** Stands in for what is to come. */
export function Screen() {
  return <NotYet title="Users" icon={Users} />;
}
