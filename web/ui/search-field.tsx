import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useAction } from '../lib/actions.ts';
import { useTexts } from '../lib/texts.ts';
import { IconButton } from './button.tsx';

/** Searches while the user types; `/` focuses it, Escape clears it. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
}) {
  const t = useTexts('ui');
  const ref = useRef<HTMLInputElement>(null);
  useAction({ id: 'search', name: label, keys: '/', run: () => ref.current?.focus() });
  return (
    <search className="input search">
      <Search size={16} aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value === '') ref.current?.blur();
          else onChange('');
        }}
      />
      {value === '' ? (
        <kbd>/</kbd>
      ) : (
        <IconButton
          label={t.clearSearch}
          icon={X}
          onClick={() => {
            onChange('');
            ref.current?.focus();
          }}
        />
      )}
    </search>
  );
}
