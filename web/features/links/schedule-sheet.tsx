import { fromLocalInput } from '../../lib/format.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { changeOf, KEEP } from './schedule-form.ts';

/** Schedules a change of a link. */
export function ScheduleSheet({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts('link-schedule');
  const schedule = useSend('POST /api/url/:id/schedule', { refreshes: ['GET /api/url/:id/schedule'] });
  const form = useForm({
    // The names of the fields in the errors of the API.
    initial: { at: '', 'change.url': '', 'change.status': KEEP, 'change.metatitle': '', 'change.expiry': '' },
    async send(values) {
      await schedule.mutateAsync({ params: { id }, body: { at: fromLocalInput(values.at), change: changeOf(values) } });
      showToast(t.saved);
      onClose();
    },
  });
  const statuses = [
    { value: KEEP, label: t.keep },
    { value: 'active', label: t.enable },
    { value: 'disabled', label: t.disable },
  ];
  return (
    <SideSheet title={t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={t.save} onCancel={onClose}>
        <p className="quiet">{t.hint}</p>
        <TextField {...form.field('at')} label={t.at} type="datetime-local" required />
        <TextField {...form.field('change.url')} label={t.url} inputMode="url" placeholder={t.unchanged} />
        <TextField {...form.field('change.metatitle')} label={t.metatitle} maxLength={255} placeholder={t.unchanged} />
        <SelectField {...form.field('change.status')} label={t.status} options={statuses} />
        <TextField {...form.field('change.expiry')} label={t.expiry} type="datetime-local" />
      </Form>
    </SideSheet>
  );
}
