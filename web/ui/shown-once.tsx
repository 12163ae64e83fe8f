import type { ReactNode } from 'react';
import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { CopyLine } from './copy-line.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** What it is for, and that it will not be shown again. */
  children: ReactNode;
  value: string;
  onClose(): void;
}

/** Shows a secret once, with a copy button. */
export function ShownOnce({ title, children, value, onClose }: Props) {
  const t = useTexts('ui');
  return (
    <Dialog title={title} onClose={onClose} isHeld>
      <div className="stack">
        <p className="quiet">{children}</p>
        {/* Not the close button: a second press of Enter would close the dialog, and the secret would be lost. */}
        <CopyLine text={value} isFirst />
        <div className="form-buttons">
          <Button kind="primary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
