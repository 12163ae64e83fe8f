import { type ReactNode, useState } from 'react';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** What will be gone, and what will not. */
  children: ReactNode;
  /** What the button says; "Delete" where it is left out. */
  confirm?: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Asks before something that cannot be undone; what can be is better deleted at once, with an undo. */
export function ConfirmDelete({ title, children, confirm, onConfirm, onClose }: Props) {
  const t = useTexts('ui');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function run(): Promise<void> {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <div className="quiet">{children}</div>
        {error !== undefined && (
          <p className="problem" role="alert">
            {describeError(error)}
          </p>
        )}
        <div className="form-buttons">
          <Button kind="quiet" onClick={onClose} autoFocus>
            {t.cancel}
          </Button>
          <Button kind="danger" isBusy={isBusy} onClick={run}>
            {confirm ?? t.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
