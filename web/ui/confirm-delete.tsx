import { type ReactNode, useState } from 'react';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** What will be deleted, and what will stay. */
  children: ReactNode;
  /** The label of the button; defaults to "Delete". */
  confirm?: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Asks before an action that cannot be undone; for one that can, use `deleteWithUndo` instead. */
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
