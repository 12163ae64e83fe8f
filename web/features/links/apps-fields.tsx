import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { SwitchField, TextField } from '../../ui/field.tsx';
import type { AppValues } from './app-form.ts';
import type { LinkValues } from './link-form.ts';

/** The fields of the section, by which it opens if one of them has an error. */
export const APP_FIELDS = [
  'app.ios.url',
  'app.ios.store',
  'app.android.url',
  'app.android.package',
  'app.android.store',
  'escape',
];

/** The apps that open the link, and whether visitors leave the browsers of other apps. */
export function AppsFields({ form }: { form: FormState<LinkValues> }) {
  const t = useTexts('link-apps');
  const { app } = form.values;

  function fieldOf<System extends keyof AppValues>(system: System, part: keyof AppValues[System] & string) {
    const name = `app.${system}.${part}`;
    return {
      name,
      value: String(app[system][part]),
      error: form.errorOf(name),
      onChange: (value: string) => form.set({ app: { ...app, [system]: { ...app[system], [part]: value } } }),
      autoCapitalize: 'off',
      spellCheck: false,
    };
  }

  return (
    <>
      <p className="hint">{t.hint}</p>
      <div className="links-pair">
        <TextField {...fieldOf('ios', 'url')} label={t.iosUrl} placeholder="myapp://" />
        <TextField {...fieldOf('ios', 'store')} label={t.appStore} type="url" placeholder="https://apps.apple.com/" />
      </div>
      <div className="links-pair">
        <TextField {...fieldOf('android', 'url')} label={t.androidUrl} placeholder="myapp://" />
        <TextField
          {...fieldOf('android', 'store')}
          label={t.playStore}
          type="url"
          placeholder="https://play.google.com/"
        />
      </div>
      <TextField
        {...fieldOf('android', 'package')}
        label={t.package}
        hint={t.packageHint}
        placeholder="com.example.app"
        isOptional
      />
      <SwitchField {...form.field('escape')} label={t.escape} hint={t.escapeHint} />
    </>
  );
}
