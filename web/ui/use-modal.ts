import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

/** The props of a modal dialog. */
export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onKeyDown(event: KeyboardEvent): void;
  onCancel(event: SyntheticEvent): void;
  onClose(event: SyntheticEvent): void;
}

/** Focuses what opened a dialog; if that is gone, such as a deleted row, the row that took its place. */
function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const next = opener?.isConnected
    ? opener
    : document.querySelector('main [role=row][tabindex="0"], main .empty .button');
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Opens a dialog over the screen while it is rendered: `<dialog {...useModal(onEscape)}>`. Only the component that renders it closes
 * it: if Escape is pressed repeatedly, browsers close a dialog although `cancel` was prevented, and would discard its input.
 */
export function useModal(onEscape: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  // Closes it before it is removed from the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    isGone.current = false;
    dialog?.showModal();
    // Notifications stay above the most recently opened dialog.
    const notices = document.querySelector<HTMLElement>('.toasts:popover-open');
    notices?.hidePopover();
    notices?.showPopover();
    return () => {
      isGone.current = true;
      dialog?.close();
      // Later: the screen behind it may be rendered again in the same moment.
      setTimeout(returnFocus, 0, opener);
    };
  }, []);
  return {
    ref,
    onKeyDown(event) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    },
    onCancel(event) {
      event.preventDefault();
      // A file input fires the same event when no file was selected.
      if (event.target === ref.current) onEscape();
    },
    onClose(event) {
      if (event.target !== ref.current || isGone.current) return;
      ref.current.showModal();
      onEscape();
    },
  };
}
