import { askedToLeave, cancelLeave } from '../lib/leave-guard.ts';
import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks whether to discard unsaved changes; rendered once, around every screen. */
export function LeaveQuestion() {
  const t = useTexts('ui');
  const leave = askedToLeave.use();
  if (!leave) return null;
  return (
    <Dialog title={t.leaveTitle} onClose={cancelLeave}>
      <div className="stack">
        <p className="quiet">{t.leaveText}</p>
        <div className="form-buttons">
          <Button kind="danger" onClick={leave}>
            {t.leave}
          </Button>
          <Button kind="primary" onClick={cancelLeave} autoFocus>
            {t.stay}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
