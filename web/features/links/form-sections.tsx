import { useApi, useSend } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { ChoicesField } from '../../ui/choices-field.tsx';
import { ComboField } from '../../ui/combo-field.tsx';
import { PasswordField, SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import type { Option } from '../../ui/select.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import type { LinkValues } from './link-form.ts';
import { useGroups } from './use-groups.ts';

const ALL = { query: { limit: 1000 } };

interface Props {
  form: FormState<LinkValues>;
}

function toOptions(words: Record<string, string>): Option<string>[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

function toOption(label: string, { id }: { id: number }): Option<string> {
  return { value: String(id), label };
}

/** The link's domain; shown if the account has more than one. */
export function DomainField({ form }: Props) {
  const t = useTexts('link-form');
  const host = useShortHost();
  const { domain } = useGroups();
  const others = domain.slice(1);
  if (others.length === 0 && form.values.domain === '') return null;
  return <SelectField {...form.field('domain')} label={t.domain} options={[{ value: '', label: host }, ...others]} />;
}

/** Tags, campaign and channel; a campaign or channel that does not exist yet is created here. */
export function GroupFields({ form, channelCount }: Props & { channelCount: number }) {
  const t = useTexts('link-form');
  const { tag, campaign, channel } = useGroups();
  const addCampaign = useSend('POST /api/campaign/add', { refreshes: ['GET /api/campaigns'] });
  const addChannel = useSend('POST /api/channel/add', { refreshes: ['GET /api/channels'] });
  return (
    <>
      <TagsField {...form.field('tags')} label={t.tags} known={tag.map(({ value }) => value)} />
      <div className="links-pair">
        <ComboField
          {...form.field('campaign')}
          label={t.campaign}
          options={[{ value: '', label: t.noCampaign }, ...campaign]}
          onCreate={async (name) => toOption(name, await addCampaign.mutateAsync({ body: { name } }))}
        />
        <ComboField
          {...form.field('channel')}
          label={t.channel}
          hint={channelCount > 1 && t.manyChannels({ count: channelCount })}
          options={[{ value: '', label: t.noChannel }, ...channel]}
          onCreate={async (name) => toOption(name, await addChannel.mutateAsync({ body: { name } }))}
        />
      </div>
    </>
  );
}

/** Password, schedule and click limit. */
export function Limits({ form, hadPassword }: Props & { hadPassword: boolean }) {
  const t = useTexts('link-form');
  const { starts, expiry } = form.values;
  return (
    <>
      <SwitchField {...form.field('hasPassword')} label={t.passwordProtection} />
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
      {starts !== '' && expiry !== '' && expiry <= starts && (
        <p className="links-caution" role="status">
          {t.expiresBeforeStart}
        </p>
      )}
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

/** The description and image of link previews; their title is a field of its own. */
export function SocialFields({ form }: Props) {
  const t = useTexts('link-form');
  return (
    <>
      <TextAreaField {...form.field('metadescription')} label={t.metadescription} isOptional />
      <TextField
        {...form.field('metaimage')}
        label={t.metaimage}
        hint={t.metaimageHint}
        type="url"
        placeholder="https://"
        isOptional
      />
      <PictureField
        name="own-picture"
        label={t.uploadImage}
        value=""
        error={undefined}
        onChange={() => {}}
        onSent={(metaimage) => form.set({ metaimage })}
      />
    </>
  );
}

/** The redirect type and pixels. */
export function RedirectAndPixels({ form }: Props) {
  const t = useTexts('link-form');
  const pixels = useApi('GET /api/pixels', ALL).data?.data.pixels ?? [];
  const splashPages = useApi('GET /api/splash', ALL).data?.data.splash ?? [];
  const overlays = useApi('GET /api/overlay', ALL).data?.data.cta ?? [];
  const types = [
    ...toOptions(t.types),
    ...splashPages.map(({ id, name }) => ({ value: String(id), label: t.ownSplash({ name }) })),
    ...overlays.map(({ id, name }) => ({ value: `overlay-${id}`, label: t.ownOverlay({ name }) })),
  ];
  const { type } = form.values;
  const isListed = types.some(({ value }) => value === type);
  return (
    <>
      <SelectField
        {...form.field('type')}
        label={t.type}
        options={isListed ? types : [...types, { value: type, label: type }]}
      />
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
