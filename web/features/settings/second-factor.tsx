import { useState } from 'react';
import { useSend } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SecondFactorSetup } from '../../ui/second-factor-setup.tsx';

function RemoveDialog({ onClose }: { onClose(): void }) {
  const t = useTexts('second-factor');
  const remove = useSend('DELETE /api/account/totp', { refreshes: ['GET /api/session'] });
  const form = useForm({
    initial: { code: '' },
    async send(body) {
      await remove.mutateAsync({ body });
      onClose();
      showToast(t.removed);
    },
  });
  return (
    <Dialog title={t.removeTitle} onClose={onClose}>
      <Form form={form} submit={t.remove} onCancel={onClose}>
        <p className="quiet">{t.removeText}</p>
        <TextField {...form.field('code')} label={t.code} hint={t.anyCodeHint} autoComplete="one-time-code" required />
      </Form>
    </Dialog>
  );
}

/** Sets up or removes the authenticator app of the account. */
export function SecondFactor() {
  const t = useTexts('second-factor');
  const { second_factor: isActive } = useSession();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section className="card stack">
      <h2 className="line">
        {t.title} {isActive && <Badge tone="success">{t.active}</Badge>}
      </h2>
      <p className="quiet">{isActive ? t.activeText : t.text}</p>
      {isActive ? (
        <div>
          <Button onClick={() => setRemoving(true)}>{t.remove}</Button>
        </div>
      ) : (
        <SecondFactorSetup />
      )}
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </section>
  );
}
