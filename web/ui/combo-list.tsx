import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { ComboEntry } from './combo-entries.ts';
import { place } from './menu.tsx';

const MAX_HEIGHT = 320;

interface ListProps {
  id: string;
  label: string;
  input: HTMLInputElement;
  entries: ComboEntry[];
  /** The index of the highlighted entry. */
  at: number;
  /** The text of the entry that adds a new name. */
  nameNew(values: { name: string }): string;
  onPoint(at: number): void;
  onPick(entry: ComboEntry): void;
}

/** The list below the input of a combo box, above everything else on the screen. */
export function ComboList({ id, label, input, entries, at, nameNew, onPoint, onPick }: ListProps) {
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with other entries has another height.
  useLayoutEffect(() => {
    const field = input.parentElement ?? input;
    function move(): void {
      if (!list.current) return;
      list.current.style.width = `${field.offsetWidth}px`;
      place(list.current, field, 'start');
      list.current.style.maxHeight = `${Math.min(MAX_HEIGHT, Number.parseFloat(list.current.style.maxHeight))}px`;
    }
    if (!list.current?.matches(':popover-open')) list.current?.showPopover();
    move();
    const onScroll = ({ target }: Event) => target !== list.current && move();
    addEventListener('scroll', onScroll, true);
    return () => removeEventListener('scroll', onScroll, true);
  }, [input, entries.length]);

  return (
    <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} className="combo-list">
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
        <div
          key={entry.kind === 'create' ? 'create' : entry.option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' });
          }}
          onPointerMove={() => index !== at && onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(entry)}
        >
          {entry.kind === 'create' && <Plus size={16} aria-hidden />}
          <span className="cut">{entry.kind === 'create' ? nameNew({ name: entry.name }) : entry.option.label}</span>
        </div>
      ))}
    </div>
  );
}
