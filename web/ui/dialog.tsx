import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import { Button, IconButton } from './button.tsx';
import { uiTexts } from './ui.texts.ts';

interface Props {
  title: string;
  onClose(): void;
  children: ReactNode;
  /** Something was typed that would be lost: closing asks first. */
  isChanged?: boolean;
}

function Modal({ title, onClose, children, isChanged = false, className }: Props & { className: string }) {
  const t = useTexts(uiTexts);
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The browser would choose the button that closes.
    dialog?.querySelector<HTMLElement>('[autofocus], .modal-body :is(input, select, textarea, .button)')?.focus();
    return () => dialog?.close();
  }, []);

  function close(): void {
    if (isChanged) setAsking(true);
    else onClose();
  }

  function closeOutside(event: MouseEvent): void {
    if (event.target === ref.current && !isChanged) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes, by onCancel.
    <dialog
      ref={ref}
      className={className}
      aria-labelledby={id}
      onMouseDown={closeOutside}
      onClick={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === ref.current) close();
      }}
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

/** A question in the middle of the screen. Show it by rendering it. */
export function Dialog(props: Props) {
  return <Modal {...props} className="modal dialog" />;
}

/** A form at the side of the screen, beside what it is about; on a phone it covers all. */
export function SideSheet(props: Props) {
  return <Modal {...props} className="modal sheet" />;
}
