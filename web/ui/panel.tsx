import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { place } from './menu.tsx';

/** A button that opens a few fields below it; changes apply immediately. */
export function Panel({
  label,
  button: face,
  onOpen,
  children,
}: {
  label: string;
  button: ReactNode;
  onOpen?(): void;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function onBeforeToggle({ newState }: ToggleEvent): void {
    flushSync(() => setOpen(newState === 'open'));
    if (newState === 'open') onOpen?.();
  }

  function onToggle({ newState }: ToggleEvent): void {
    if (newState !== 'open' || !panel.current || !button.current) return;
    place(panel.current, button.current, 'start');
    panel.current.querySelector<HTMLElement>('input, select, button')?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="button plain"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {face}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="panel"
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
      >
        {isOpen && children}
      </div>
    </>
  );
}
