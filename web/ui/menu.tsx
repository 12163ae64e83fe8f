import { Check, Ellipsis, type LucideIcon } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../lib/texts.ts';
import { useCanChange } from '../lib/workspaces.ts';

/** One item of a menu. */
export interface MenuItem {
  name: string;
  icon?: LucideIcon;
  /** A second line. */
  note?: string;
  isDanger?: boolean;
  /** Set for one of several choices: whether it is the current one. */
  isChosen?: boolean;
  /** Begins another group. */
  isApart?: boolean;
  /** It changes what the screen shows: it is absent for users whose role may not. */
  isChange?: boolean;
  run(): void;
}

const GAP = 4;

/** Which edges of the button and its popup align. */
type Edge = 'start' | 'end';

/** Places a popup below its button, or above where there is more room, but never over it; long ones scroll. */
export function place(menu: HTMLElement, button: HTMLElement, edge: Edge = 'end'): void {
  const at = button.getBoundingClientRect();
  const above = at.top - 2 * GAP;
  const below = innerHeight - at.bottom - 2 * GAP;
  menu.style.maxHeight = '';
  const { offsetWidth, offsetHeight } = menu;
  const left = edge === 'end' ? at.right - offsetWidth : at.left;
  const isBelow = offsetHeight <= below || below >= above;
  menu.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto';
  menu.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`;
  menu.style.maxHeight = `${isBelow ? below : above}px`;
  menu.style.left = `${Math.max(GAP, Math.min(left, innerWidth - offsetWidth - GAP))}px`;
}

/** A name with a second line below it. */
export function MenuLines({ name, note }: { name: string; note: string }) {
  return (
    <span className="menu-lines">
      <span className="cut">{name}</span>
      <span className="hint">{note}</span>
    </span>
  );
}

/** A button that opens a list of actions. */
export function Menu({
  items: given,
  label,
  children,
  className = 'icon-button',
  edge,
}: {
  items: MenuItem[];
  label?: string;
  children?: ReactNode;
  className?: string;
  edge?: Edge;
}) {
  const t = useTexts('ui');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const canChange = useCanChange();
  const items = given.filter(({ isChange }) => canChange || !isChange);
  if (items.length === 0) return null;

  /** The items are rendered when the menu opens: a long table has many menus, and few are ever opened. */
  function onBeforeToggle({ newState }: ToggleEvent): void {
    // Must happen before the items are removed, because the focus would be lost with them.
    if (newState !== 'open' && menu.current?.contains(document.activeElement)) button.current?.focus();
    flushSync(() => setOpen(newState === 'open'));
  }

  function onToggle({ newState }: ToggleEvent): void {
    if (newState !== 'open' || !menu.current || !button.current) return;
    place(menu.current, button.current, edge);
    menu.current.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') menu.current?.hidePopover();
    event.stopPropagation();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={children ? undefined : (label ?? t.actions)}
        title={children ? undefined : (label ?? t.actions)}
      >
        {children ?? <Ellipsis size={16} aria-hidden />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className="menu"
        aria-label={label ?? t.actions}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {isOpen &&
          items.map(({ name, icon: Icon, note, isDanger, isChosen, isApart, run }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the items stay while the menu is open.
            <Fragment key={index}>
              {isApart && <hr />}
              {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: only choices have it, and their role supports it. */}
              <button
                type="button"
                role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={isChosen}
                tabIndex={-1}
                className={isDanger ? 'is-danger' : ''}
                onClick={(event) => {
                  event.stopPropagation();
                  menu.current?.hidePopover();
                  run();
                }}
              >
                {Icon && <Icon size={16} aria-hidden />}
                {note === undefined ? name : <MenuLines name={name} note={note} />}
                {isChosen && <Check className="menu-check" size={16} aria-hidden />}
              </button>
            </Fragment>
          ))}
      </div>
    </>
  );
}
