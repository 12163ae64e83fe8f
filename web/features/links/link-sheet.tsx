import { useState } from 'react';
import { copyText } from '../../lib/copy.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { type Form as FormState, useForm } from '../../lib/use-form.ts';
import { ChoicesField } from '../../ui/choices-field.tsx';
import { SideSheet } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { PasswordField, SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import { type LinkValues, NEW_LINK, toBody, toValues } from './link-form.ts';
import { linkTexts } from './links.texts.ts';
import { ParametersField } from './parameters-field.tsx';
import { sheetTexts } from './sheet.texts.ts';
import { withoutScheme } from './short-name.ts';
import { TargetsField } from './targets-field.tsx';

function Limits({ form, hadPassword }: { form: FormState<LinkValues>; hadPassword: boolean }) {
  const t = useTexts(sheetTexts);
  return (
    <>
      <SwitchField {...form.field('hasPassword')} label={t.askPassword} />
      {form.values.hasPassword && (
        <PasswordField
          {...form.field('password')}
          label={t.password}
          hint={hadPassword && t.passwordKept}
          autoComplete="off"
        />
      )}
      <div className="links-pair">
        <TextField {...form.field('starts')} label={t.starts} type="datetime-local" />
        <TextField {...form.field('expiry')} label={t.expiry} type="datetime-local" />
      </div>
      <TextField {...form.field('max_clicks')} label={t.maxClicks} type="number" min={1} inputMode="numeric" />
      <TextField
        {...form.field('expiry_url')}
        label={t.expiryUrl}
        hint={t.expiryUrlHint}
        type="url"
        placeholder="https://"
      />
    </>
  );
}

function RedirectAndPixels({ form }: { form: FormState<LinkValues> }) {
  const t = useTexts(sheetTexts);
  const pixels = useApi('GET /api/pixels', { query: { limit: 1000 } }).data?.data.pixels ?? [];
  const toOptions = (words: Record<string, string>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  return (
    <>
      <SelectField {...form.field('type')} label={t.type} options={toOptions(t.types)} />
      <SelectField {...form.field('redirect_code')} label={t.code} hint={t.codeHint} options={toOptions(t.codes)} />
      {pixels.length > 0 && (
        <ChoicesField
          {...form.field('pixels')}
          label={t.pixels}
          options={pixels.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}

/** The link as it was when the form was opened is what its changes are told by, whatever is read of it meanwhile. */
function LinkForm({ id, link, onClose }: { id: string | undefined; link: LinkValues; onClose(): void }) {
  const [before] = useState(link);
  const t = useTexts(sheetTexts);
  const words = useTexts(linkTexts);
  const host = useShortHost();
  const refreshes = ['GET /api/urls', 'GET /api/url/:id'] as const;
  const create = useSend('POST /api/url/add', { refreshes: [...refreshes] });
  const update = useSend('PUT /api/url/:id/update', { refreshes: [...refreshes] });
  const form = useForm({
    initial: before,
    async send(values) {
      const body = toBody(before, values);
      if (id === undefined) {
        const { shorturl } = await create.mutateAsync({ body });
        const short = withoutScheme(shorturl);
        showToast((await copyText(shorturl)) ? words.copied(short) : words.made(short));
      } else {
        const { warning } = await update.mutateAsync({ params: { id }, body });
        showToast(warning ?? t.saved);
      }
      onClose();
    },
  });
  const { values } = form;
  const ruleCount = values.geotarget.length + values.devicetarget.length + values.languagetarget.length;
  const limits = [
    values.hasPassword && t.password,
    values.starts && t.starts,
    values.expiry && t.expiry,
    values.max_clicks && t.maxClicks,
  ];
  return (
    <SideSheet
      title={id === undefined ? t.newTitle : t.editTitle(`${host}/${before.custom}`)}
      onClose={onClose}
      isChanged={form.isChanged}
    >
      <Form form={form} submit={id === undefined ? t.create : t.save} onCancel={onClose}>
        <TextField {...form.field('url')} label={t.url} type="url" placeholder="https://" />
        <TextField
          {...form.field('custom')}
          label={t.alias}
          before={`${host}/`}
          hint={t.aliasHint}
          isMono
          autoCapitalize="off"
          spellCheck={false}
        />
        <TagsField {...form.field('tags')} label={t.tags} />
        <TextField {...form.field('description')} label={t.description} isOptional />
        <SwitchField
          name="status"
          label={t.on}
          hint={t.onHint}
          error={form.errorOf('status')}
          value={values.status === 'active'}
          onChange={(isOn) => form.set({ status: isOn ? 'active' : 'disabled' })}
        />
        <div>
          <Section title={t.targeting} summary={ruleCount > 0 ? t.rules(ruleCount) : undefined} isOpen={ruleCount > 0}>
            <TargetsField form={form} />
          </Section>
          <Section title={t.limits} summary={limits.filter(Boolean).join(', ')}>
            <Limits form={form} hadPassword={before.hasPassword} />
          </Section>
          <Section title={t.parameters} summary={values.parameters.map(({ name }) => name).join(', ')}>
            <ParametersField form={form} />
            <SwitchField {...form.field('forward_query')} label={t.forward} />
          </Section>
          <Section title={t.social} summary={values.metatitle}>
            <TextField {...form.field('metatitle')} label={t.metatitle} isOptional />
            <TextAreaField {...form.field('metadescription')} label={t.metadescription} isOptional />
            <TextField
              {...form.field('metaimage')}
              label={t.metaimage}
              hint={t.metaimageHint}
              type="url"
              placeholder="https://"
              isOptional
            />
          </Section>
          <Section title={t.more} summary={values.type === 'direct' ? undefined : values.type}>
            <RedirectAndPixels form={form} />
          </Section>
        </div>
      </Form>
    </SideSheet>
  );
}

/** Every field of a link: of a new one, or of the one with this number. */
export function LinkSheet({ id, onClose }: { id?: string; onClose(): void }) {
  const t = useTexts(sheetTexts);
  const { data, error } = useApi('GET /api/url/:id', { params: { id: id ?? '' } }, { isEnabled: id !== undefined });
  if (id === undefined) return <LinkForm id={undefined} link={NEW_LINK} onClose={onClose} />;
  if (data) return <LinkForm id={id} link={toValues(data.details)} onClose={onClose} />;
  return (
    <SideSheet title={t.editTitle('…')} onClose={onClose}>
      {error ? <FailureNotice error={error} /> : <SkeletonRows />}
    </SideSheet>
  );
}
