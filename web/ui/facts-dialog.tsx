import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

/** Shows the fields of something to a user who cannot edit it; empty fields are omitted. */
export function FactsDialog({
  title,
  facts,
  onClose,
}: {
  title: string;
  facts: [name: string, value: ReactNode][];
  onClose(): void;
}) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className="facts">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
