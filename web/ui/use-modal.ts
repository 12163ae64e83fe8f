import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

/** The props of a modal dialog. */
export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onKeyDown(event: KeyboardEvent): void;
  onCancel(event: SyntheticEvent): void;
  onClose(event: SyntheticEvent): void;
}

/**
 * Opens a dialog over the screen as long as it is rendered: `<dialog {...useModal(onEscape)}>`. Only whoever renders it closes it.
 * The browser would do so by itself once Escape was pressed often enough, whatever was typed.
 */
export function useModal(onEscape: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  // Close it before it leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    isGone.current = false;
    dialog?.showModal();
    // Notifications stay above the most recently opened dialog.
    const notices = document.querySelector<HTMLElement>('.toasts:popover-open');
    notices?.hidePopover();
    notices?.showPopover();
    return () => {
      isGone.current = true;
      dialog?.close();
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
