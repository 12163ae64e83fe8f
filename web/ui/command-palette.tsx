import { type KeyboardEvent, useId, useState } from 'react';
import { type Action, actions } from '../lib/actions.ts';
import { useTexts } from '../lib/texts.ts';
import { Keys } from './keys.tsx';
import { useModal } from './use-modal.ts';

function findActions(all: readonly Action[], search: string): Action[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((action) => {
    const text = `${action.name} ${action.words ?? ''}`.toLowerCase();
    return action.id !== 'palette' && words.every((word) => text.includes(word));
  });
  // Actions of this screen come before navigation.
  return found.sort((left, right) => Number(left.id.startsWith('go-')) - Number(right.id.startsWith('go-')));
}

/** Finds actions and screens by a few letters; `useMore` adds other results. */
export function CommandPalette({ onClose, useMore }: { onClose(): void; useMore(search: string): Action[] }) {
  const t = useTexts('ui');
  const id = useId();
  const modal = useModal(onClose);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = [...findActions(actions.use(), search), ...useMore(search)];

  function run(action: Action | undefined): void {
    if (!action) return;
    onClose();
    // The dialog restores the focus when it closes; the action may want it elsewhere.
    setTimeout(action.run);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') run(found[at]);
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      {...modal}
      className="modal palette"
      aria-label={t.palette}
      onMouseDown={(event) => event.target === modal.ref.current && onClose()}
    >
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        aria-label={t.palette}
        placeholder={t.palette}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t.palette} className="palette-list">
        {found.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
          <div
            key={action.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => run(action)}
          >
            <span className="cut">{action.name}</span>
            <span className="grow cut quiet">{action.note}</span>
            {action.keys && <Keys keys={action.keys} />}
          </div>
        ))}
        {found.length === 0 && <p className="quiet palette-empty">{t.paletteEmpty}</p>}
      </div>
    </dialog>
  );
}
