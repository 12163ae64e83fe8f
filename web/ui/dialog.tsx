import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLeaveGuard } from '../lib/leave-guard.ts';
import { openSheetEntry } from '../lib/router.tsx';
import { useTexts } from '../lib/texts.ts';
import { Button, IconButton } from './button.tsx';
import { useModal } from './use-modal.ts';

interface Props {
  title: string;
  onClose(): void;
  children: ReactNode;
  /** There is unsaved input: closing asks first. */
  isChanged?: boolean;
  /** It shows something only once: a click outside does not close it. */
  isHeld?: boolean;
}

function Modal({
  title,
  onClose,
  children,
  isChanged = false,
  isHeld = false,
  isSheet = false,
  className,
}: Props & { isSheet?: boolean; className: string }) {
  const t = useTexts('ui');
  const id = useId();
  const modal = useModal(close);
  const { ref } = modal;
  const [isAsking, setAsking] = useState(false);
  useLeaveGuard(isChanged, { allowsLinks: true });

  useEffect(() => {
    // The browser would focus the close button.
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    (find('[data-autofocus]') ?? find('.modal-body :is(input, select, textarea, .button)'))?.focus();
  }, [ref]);

  const latestClose = useRef(onClose);
  latestClose.current = onClose;
  useEffect(() => (isSheet ? openSheetEntry(() => latestClose.current()) : undefined), [isSheet]);

  const asker = useRef<Element>(null);

  function close(): void {
    if (!isAsking) asker.current = document.activeElement;
    if (isChanged) setAsking(true);
    else onClose();
  }

  function keepEditing(): void {
    setAsking(false);
    if (asker.current instanceof HTMLElement) asker.current.focus();
  }

  function closeOutside(event: MouseEvent): void {
    if (event.target === ref.current && !isChanged && !isHeld) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: useModal handles the Escape key.
    <dialog
      {...modal}
      className={className}
      aria-labelledby={id}
      onMouseDown={closeOutside}
      onClick={(event) => event.stopPropagation()}
    >
      <div className="modal-inside">
        <header className="modal-head">
          <h2 id={id}>{title}</h2>
          <IconButton label={t.close} icon={X} onClick={close} />
        </header>
        {isAsking && (
          <div className="modal-ask" role="alert">
            <span className="grow">{t.discardQuestion}</span>
            <Button kind="quiet" onClick={keepEditing} autoFocus>
              {t.keepEditing}
            </Button>
            <Button kind="danger" onClick={onClose}>
              {t.discard}
            </Button>
          </div>
        )}
        <div className="modal-body">{children}</div>
      </div>
    </dialog>
  );
}

/** A modal question in the center of the screen. Render it to show it. */
export function Dialog(props: Props) {
  return <Modal {...props} className="modal dialog" />;
}

/** A modal form at the side of the screen; on a phone it covers the screen. The back button closes it. */
export function SideSheet(props: Props) {
  return <Modal {...props} isSheet className="modal sheet" />;
}
