import { addPasskey } from '../lib/passkeys.ts';
import { refresh } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import { showToast } from '../lib/toasts.ts';
import { useForm } from '../lib/use-form.ts';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

/** Asks for a name, then has the browser create a passkey. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const t = useTexts('passkeys');
  const form = useForm({
    initial: { name: '' },
    async send({ name }) {
      await addPasskey(name);
      onClose();
      showToast(t.added);
      await refresh('GET /api/passkeys', 'GET /api/session');
    },
  });
  return (
    <Dialog title={t.add} onClose={onClose}>
      <Form form={form} submit={t.continue} onCancel={onClose}>
        <p className="quiet">{t.addText}</p>
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} isOptional />
      </Form>
    </Dialog>
  );
}
