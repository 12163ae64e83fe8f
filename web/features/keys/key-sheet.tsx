import { fromLocalInput } from '../../lib/format.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useForm } from '../../lib/use-form.ts';
import { useWorkspaces } from '../../lib/workspaces.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type KeyScope, ScopeField } from './scope-field.tsx';

type Access = 'full' | 'read' | 'chosen';

function scopesOf(access: Access, chosen: KeyScope[]): KeyScope[] | null {
  if (access === 'full') return null;
  return access === 'read' ? ['read'] : chosen;
}

function linesOf(text: string): string[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  return filled.length === 0 ? null : filled;
}

/** Creates a key and passes it on to be shown once. */
export function KeySheet({ onMade, onClose }: { onMade(key: string): void; onClose(): void }) {
  const t = useTexts('keys');
  const create = useSend('POST /api/key/add', { refreshes: ['GET /api/keys'] });
  const form = useForm({
    initial: {
      name: '',
      access: 'full' as Access,
      scopes: [] as KeyScope[],
      expires: '',
      addresses: '',
      rate_limit: '',
      account: false,
      compatible: false,
    },
    async send({ name, access, scopes, expires, addresses, rate_limit, account, compatible }) {
      const body = {
        name,
        scopes: scopesOf(access, scopes),
        expires: fromLocalInput(expires) || null,
        addresses: linesOf(addresses),
        rate_limit: rate_limit === '' ? null : Number(rate_limit),
        account,
        compatible: compatible ? ['yourls' as const] : null,
      };
      const { apikey } = await create.mutateAsync({ body });
      onClose();
      onMade(apikey);
    },
  });
  const { current } = useWorkspaces();
  const accesses = [
    { value: 'full' as const, label: t.accessFull },
    { value: 'read' as const, label: t.accessRead },
    { value: 'chosen' as const, label: t.accessChosen },
  ];
  return (
    <SideSheet title={t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={t.create} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
        <SelectField {...form.field('access')} label={t.access} hint={t.accessHint} options={accesses} />
        {form.field('access').value === 'chosen' && <ScopeField {...form.field('scopes')} />}
        {current.personal && <SwitchField {...form.field('account')} label={t.accountLabel} hint={t.accountHint} />}
        <TextField
          {...form.field('expires')}
          label={t.expiryLabel}
          hint={t.expiryHint}
          type="datetime-local"
          isOptional
        />
        <TextAreaField
          {...form.field('addresses')}
          label={t.addresses}
          hint={t.addressesHint}
          rows={2}
          isMono
          isOptional
        />
        <TextField
          {...form.field('rate_limit')}
          label={t.rateLimit}
          hint={t.rateLimitHint}
          type="number"
          min={1}
          isOptional
        />
        <SwitchField {...form.field('compatible')} label={t.signedLabel} hint={t.signedHint} />
      </Form>
    </SideSheet>
  );
}
