import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

/** What a modal dialog is given. */
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
  // It must close while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    isGone.current = false;
    dialog?.showModal();
    // Notices are above whatever was opened last.
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
      // A field for files says the same when nothing was chosen.
      if (event.target === ref.current) onEscape();
    },
    onClose(event) {
      if (event.target !== ref.current || isGone.current) return;
      ref.current.showModal();
      onEscape();
    },
  };
}
