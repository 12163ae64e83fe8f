import { X } from 'lucide-react';
import { Button } from './button.tsx';

/** A removable chip, such as an active filter. */
export interface Chip {
  name: string;
  onRemove(): void;
}

/** Removable chips, and optionally a button that removes all of them. */
export function Chips({
  label,
  chips,
  removeLabel,
  clear,
}: {
  label: string;
  chips: Chip[];
  removeLabel(values: { name: string }): string;
  clear?: { name: string; run(): void } | undefined;
}) {
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={label}>
      {chips.map(({ name, onRemove }) => (
        <li key={name}>
          <button type="button" className="chip" aria-label={removeLabel({ name })} onClick={onRemove}>
            <span className="cut">{name}</span>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      {clear && (
        <li>
          <Button kind="quiet" onClick={clear.run}>
            {clear.name}
          </Button>
        </li>
      )}
    </ul>
  );
}
