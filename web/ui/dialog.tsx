import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useLeaveGuard } from '../lib/leave-guard.ts';
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
  className,
}: Props & { className: string }) {
  const t = useTexts('ui');
  const id = useId();
  const modal = useModal(close);
  const { ref } = modal;
  const [isAsking, setAsking] = useState(false);
  useLeaveGuard(isChanged, { isInFront: true });

  useEffect(() => {
    // The browser would focus the close button.
    ref.current?.querySelector<HTMLElement>('[autofocus], .modal-body :is(input, select, textarea, .button)')?.focus();
  }, [ref]);

  function close(): void {
    if (isChanged) setAsking(true);
    else onClose();
  }

  function closeOutside(event: MouseEvent): void {
    if (event.target === ref.current && !isChanged && !isHeld) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes, by useModal.
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
            <Button kind="quiet" onClick={() => setAsking(false)}>
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

/** A modal form at the side of the screen; on a phone it covers the screen. */
export function SideSheet(props: Props) {
  return <Modal {...props} className="modal sheet" />;
}
