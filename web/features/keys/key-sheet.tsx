import { fromLocalInput } from '../../lib/format.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SwitchField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** Creates a key and passes it on to be shown once. */
export function KeySheet({ onMade, onClose }: { onMade(key: string): void; onClose(): void }) {
  const t = useTexts('keys');
  const create = useSend('POST /api/key/add', { refreshes: ['GET /api/keys'] });
  const form = useForm({
    initial: { name: '', expiry: '', account: false },
    async send({ name, expiry, account }) {
      const body = { name, expiry: fromLocalInput(expiry) || null, account };
      const { apikey } = await create.mutateAsync({ body });
      onClose();
      onMade(apikey);
    },
  });
  return (
    <SideSheet title={t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={t.create} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
        <TextField
          {...form.field('expiry')}
          label={t.expiryLabel}
          hint={t.expiryHint}
          type="datetime-local"
          isOptional
        />
        <SwitchField {...form.field('account')} label={t.accountLabel} hint={t.accountHint} />
      </Form>
    </SideSheet>
  );
}
