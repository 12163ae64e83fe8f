import { Download } from 'lucide-react';
import { changeLanguage, listDashboardLanguages, nameOfLanguage } from '../../lib/load-texts.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useSignInMethods } from '../../lib/sign-on.ts';
import { language, useTexts } from '../../lib/texts.ts';
import { type Theme, theme, themes } from '../../lib/theme.ts';
import { inWorkspace } from '../../lib/workspace.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { EmailForm, PasswordForm } from './account-forms.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

function Look() {
  const t = useTexts('settings');
  return (
    <section className="card stack">
      <h2>{t.appearance}</h2>
      <SelectField
        name="language"
        label={t.language}
        value={language.use()}
        onChange={changeLanguage}
        error={undefined}
        options={listDashboardLanguages().map((value) => ({ value, label: nameOfLanguage(value) }))}
      />
      <SelectField<Theme>
        name="theme"
        label={t.theme}
        hint={t.appearanceHint}
        value={theme.use()}
        onChange={theme.set}
        error={undefined}
        options={themes.map((value) => ({ value, label: t.themes[value] }))}
      />
    </section>
  );
}

function Account() {
  const t = useTexts('settings');
  const { fact } = useTexts('sign-on');
  const { oidc } = useSession();
  const { hasPassword, provider } = useSignInMethods();
  const { data, error, refetch } = useApi('GET /api/account');
  if (!data) return error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />;
  const { email, username, registered, timezone } = data.data;
  return (
    <section className="card stack">
      <h2>{t.account}</h2>
      <dl className="settings-facts">
        <div>
          <dt>{t.username}</dt>
          <dd>{username}</dd>
        </div>
        <div>
          <dt>{t.registered}</dt>
          <dd>
            <Time value={registered} />
          </dd>
        </div>
        {oidc && provider !== undefined && (
          <div>
            <dt>{fact}</dt>
            <dd>{provider}</dd>
          </div>
        )}
      </dl>
      <TimeZoneField zone={timezone} />
      <EmailForm email={email} />
      {hasPassword && <PasswordForm />}
    </section>
  );
}

/** The download of everything that the current workspace has. */
function FullExport() {
  const t = useTexts('settings');
  return (
    <section className="card stack">
      <h2>{t.export}</h2>
      <p className="quiet">{t.exportHint}</p>
      <p>
        <a className="button plain" href={inWorkspace('/api/export.zip')} download>
          <Download size={16} aria-hidden /> {t.download}
        </a>
      </p>
    </section>
  );
}

/** The user's own settings: time zone, email, password, language, theme, passkeys and sessions. */
export function Screen() {
  const t = useTexts('settings');
  return (
    <Page title={t.title}>
      <div className="settings-parts">
        <Account />
        <div className="stack">
          <SecondFactor />
          <Look />
          <FullExport />
        </div>
      </div>
      <Passkeys />
      <Sessions />
    </Page>
  );
}
