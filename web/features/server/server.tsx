import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AnswerOf, send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { AppLinks, MissingLinks } from './app-links.tsx';
import { Backups } from './backups.tsx';
import { Certificates } from './certificates.tsx';
import { Configuration } from './configuration.tsx';
import { Health } from './health.tsx';

type Server = AnswerOf<'GET /api/server'>['data'];

function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="server-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Program({ server }: { server: Server }) {
  const t = useTexts('server');
  const { version, runtime, platform, started, registration, workers } = server;
  return (
    <section className="card stack">
      <h2>{t.program}</h2>
      <Facts
        facts={[
          [t.version, version],
          [t.runtime, `${runtime}, ${platform}`],
          [t.started, <Time key="started" value={started} isRelative />],
          [t.workers, workers],
          [t.registration, registration === 'open' ? t.registrationOpen : t.registrationClosed],
        ]}
      />
    </section>
  );
}

function Address({ client }: { client: Server['client'] }) {
  const t = useTexts('server');
  const { peer, forwarded, address, advice, set } = client;
  return (
    <section className="card stack">
      <h2>{t.address}</h2>
      <p className="hint">{t.addressHint}</p>
      <Facts
        facts={[
          [t.client, <code key="address">{address}</code>],
          [t.peer, <code key="peer">{peer}</code>],
          [t.forwarded, forwarded === null ? t.notSent : <code key="forwarded">{forwarded}</code>],
        ]}
      />
      <p className={['direct', 'proxied'].includes(advice) ? 'quiet' : 'server-advice'}>{t.advice[advice]}</p>
      {set !== null && <CopyLine text={`TRUST_PROXY=${set}`} />}
    </section>
  );
}

function MailTest({ isSetUp }: { isSetUp: boolean }) {
  const t = useTexts('server');

  async function sendTest(): Promise<void> {
    try {
      const { to } = await send('POST /api/server/mail', {});
      showToast(t.mailSent({ email: to }));
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  return (
    <section className="card stack">
      <h2>{t.mail}</h2>
      <p className="hint">{isSetUp ? t.mailHint : t.mailOff}</p>
      {isSetUp && (
        <div>
          <Button icon={Mail} onClick={() => void sendTest()}>
            {t.sendTestMail}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The server for its administrators: version, health, addresses, mail, backups and settings. */
export function Screen() {
  const t = useTexts('server');
  const { data, error, refetch } = useApi('GET /api/server');
  if (!data) {
    const content = error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />;
    return <Page title={t.title}>{content}</Page>;
  }
  const server = data.data;
  return (
    <Page title={t.title}>
      <div className="server-parts">
        <Program server={server} />
        <Address client={server.client} />
        <MailTest isSetUp={server.mail} />
        <MissingLinks />
      </div>
      <Health health={server.health} onRefresh={() => void refetch()} />
      <AppLinks />
      <Backups />
      <Certificates />
      <Configuration settings={server.settings} />
    </Page>
  );
}
