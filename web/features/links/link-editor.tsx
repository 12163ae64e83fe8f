import { lazy, memo, Suspense, useEffect, useId, useState } from 'react';
import { utmNames } from '../../../src/lib/utm-names.ts';
import type { Endpoint } from '../../lib/api.ts';
import { atField, formFieldError } from '../../lib/api-error.ts';
import { listCountries } from '../../lib/code-names.ts';
import { copyText } from '../../lib/copy.ts';
import { useSend } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { SwitchField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TakeDownNote } from '../../ui/take-down.tsx';
import { listAppSystems } from './app-form.ts';
import { APP_FIELDS, AppsFields } from './apps-fields.tsx';
import { DomainField, GroupFields, Limits, RedirectAndPixels, SocialFields } from './form-sections.tsx';
import { type LinkValues, NEW_LINK, toLinkBody } from './link-form.ts';
import { ParametersField } from './parameters-field.tsx';
import { linesOf, ruleKindNames } from './rules/rule-lines.ts';
import { useUtmSection } from './utm-section.tsx';

// These contain every country name or a whole editor, and most forms are closed without using them.
const TargetingFields = lazy(async () => ({
  default: (await import('./routing/targeting-fields.tsx')).TargetingFields,
}));
const Simulator = lazy(async () => ({ default: (await import('./simulator.tsx')).Simulator }));
const CardPreview = lazy(async () => ({ default: (await import('./card-preview.tsx')).CardPreview }));

const REFRESHES: Endpoint[] = [
  'GET /api/urls',
  'GET /api/url/:id',
  'GET /api/tags',
  'GET /api/parameters',
  'GET /api/campaigns',
  'GET /api/campaign/:id',
  'GET /api/channel/:id',
  'GET /api/domains',
];

/** The fields of each collapsible section; a section opens if one of its fields has an error. */
const FIELDS = {
  limits: ['password', 'starts', 'expiry', 'max_clicks', 'expiry_url'],
  social: ['metadescription', 'metaimage'],
  more: ['type', 'redirect_code', 'pixels'],
};

function refuse(error: unknown): never {
  throw atField(error, 'alias_taken', 'custom');
}

/** The suggestions of the location fields; never re-rendered. */
const Countries = memo(({ id }: { id: string }) => (
  <datalist id={id}>
    {listCountries().map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
));

interface Props {
  id: string | undefined;
  /** What the form starts with. */
  initial: LinkValues;
  channelCount: number;
  /** Set if an administrator disabled the link: its owner cannot enable it. */
  disabledBy: string | undefined;
  /** Receives whether there are unsaved changes. */
  onChanged(isChanged: boolean): void;
  onCreated: (() => void) | undefined;
  onClose(): void;
}

/** The form with every field of a link. */
export function LinkForm({ id, initial, channelCount, disabledBy, onChanged, onCreated, onClose }: Props) {
  const isNew = id === undefined;
  const t = useTexts('link-form');
  const apps = useTexts('link-apps');
  const words = useTexts('paste-link');
  const { title: tryTitle } = useTexts('link-simulator');
  const mainHost = useShortHost();
  const countriesId = useId();
  const [areCountriesNeeded, setCountriesNeeded] = useState(false);
  const create = useSend('POST /api/url/add', { refreshes: REFRESHES });
  const update = useSend('PUT /api/url/:id/update', { refreshes: REFRESHES });
  const form = useForm({
    initial,
    async send(values, saved) {
      const stored = isNew ? NEW_LINK : saved;
      const lacksPassword = values.hasPassword && values.password === '' && !stored.hasPassword;
      if (lacksPassword) throw formFieldError('password', t.passwordMissing);
      const body = toLinkBody(stored, values);
      if (id === undefined) {
        const { shorturl } = await create.mutateAsync({ body }).catch(refuse);
        const short = withoutScheme(shorturl);
        showToast((await copyText(shorturl)) ? words.copied({ short }) : words.created({ short }));
        onCreated?.();
      } else {
        const { warning } = await update.mutateAsync({ params: { id }, body }).catch(refuse);
        showToast(warning ?? t.saved);
      }
      onClose();
    },
  });
  const { values, isChanged } = form;
  const utm = useUtmSection(form);
  const others = values.parameters.filter(({ name }) => !utmNames.some((utmName) => utmName === name));
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  const hostOf = ({ domain }: LinkValues) => (domain === '' ? mainHost : withoutScheme(domain));
  const ruleCount = values.rules.length + ruleKindNames.flatMap((kind) => linesOf(values, kind)).length;
  const hasProblem = (names: string[]) => names.some((name) => form.errorOf(name));
  const limits = [
    values.hasPassword && t.password,
    values.starts && t.starts,
    values.expiry && t.expiry,
    values.max_clicks && t.maxClicks,
  ];
  return (
    <>
      <Form form={form} submit={id === undefined ? t.create : t.save} onCancel={onClose}>
        <TextField {...form.field('url')} label={t.url} type="url" placeholder="https://" autoFocus />
        <DomainField form={form} />
        <TextField
          {...form.field('custom')}
          label={t.alias}
          before={`${hostOf(values)}/`}
          hint={id === undefined ? t.aliasHint : t.aliasKeptHint}
          isMono
          autoCapitalize="off"
          spellCheck={false}
        />
        <TextField {...form.field('metatitle')} label={t.metatitle} hint={t.metatitleHint} isOptional />
        <GroupFields form={form} channelCount={channelCount} />
        <TextField {...form.field('description')} label={t.description} isOptional />
        {disabledBy === undefined ? (
          <SwitchField
            name="status"
            label={t.active}
            hint={t.activeHint}
            error={form.errorOf('status')}
            value={values.status === 'active'}
            onChange={(isOn) => form.set({ status: isOn ? 'active' : 'disabled' })}
          />
        ) : (
          <TakeDownNote of={{ disabled_by: disabledBy }} />
        )}
        {areCountriesNeeded && <Countries id={countriesId} />}
        <div
          // There are hundreds of names, so they are rendered when a location field gets the focus.
          onFocusCapture={({ target }) => target.getAttribute('list') === countriesId && setCountriesNeeded(true)}
        >
          <Section title={t.utm} isOpen>
            {utm.fields}
          </Section>
          <Section
            isLazy
            title={t.targeting}
            summary={ruleCount > 0 ? t.rules({ count: ruleCount }) : undefined}
            isOpen={ruleCount > 0}
            hasProblem={Object.keys(form.errorsBelow('rules')).length > 0}
          >
            <Suspense fallback={<Skeleton height={120} />}>
              <TargetingFields form={form} countries={countriesId} />
            </Suspense>
          </Section>
          <Section
            isLazy
            title={t.limits}
            summary={limits.filter(Boolean).join(', ')}
            isOpen={hasProblem(FIELDS.limits)}
          >
            <Limits form={form} hadPassword={!isNew && initial.hasPassword} />
          </Section>
          <Section isLazy title={t.parameters} summary={others.map(({ name }) => name).join(', ')}>
            <ParametersField form={form} />
            <SwitchField {...form.field('forward_query')} label={t.forwardQuery} />
          </Section>
          <Section isLazy title={t.social} summary={values.metadescription} isOpen={hasProblem(FIELDS.social)}>
            <SocialFields form={form} />
            <Suspense fallback={<Skeleton height={120} />}>
              <CardPreview values={values} host={hostOf(values)} />
            </Suspense>
          </Section>
          <Section
            isLazy
            title={t.redirectAndPixels}
            summary={values.type === 'direct' ? undefined : values.type}
            isOpen={hasProblem(FIELDS.more)}
          >
            <RedirectAndPixels form={form} />
          </Section>
          <Section
            isLazy
            title={apps.title}
            summary={[...listAppSystems(values.app), values.escape && apps.escape].filter(Boolean).join(', ')}
            isOpen={hasProblem(APP_FIELDS)}
          >
            <AppsFields form={form} />
          </Section>
          <Section isLazy title={tryTitle}>
            <Suspense fallback={<Skeleton height={240} />}>
              <Simulator id={id} values={values} countries={countriesId} />
            </Suspense>
          </Section>
        </div>
      </Form>
      {utm.dialog}
    </>
  );
}
