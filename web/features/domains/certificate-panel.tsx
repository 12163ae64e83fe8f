import { RefreshCw } from 'lucide-react';
import type { AnswerOf } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

type Certificate = NonNullable<AnswerOf<'GET /api/certificate/:domain'>['data']>;

const TONES = { valid: 'success', pending: 'caution', failing: 'danger', expired: 'danger' } as const;
const POLL_MS = 3_000;

/** When a certificate expires, or that it is on its way. */
function StateText({ certificate }: { certificate: Certificate }) {
  const t = useTexts('domains');
  const format = useFormat();
  if (certificate.expires !== null) return t.certificate.expires({ date: format.dateTime(certificate.expires) });
  return certificate.state === 'pending' ? t.certificate.pendingText : null;
}

/** The reason of a failed order, when it is repeated, and a button that repeats it now. */
function Problem({ certificate, reason }: { certificate: Certificate; reason: string }) {
  const t = useTexts('domains');
  const format = useFormat();
  const retry = useSend('POST /api/certificate/retry', { refreshes: ['GET /api/certificate/:domain'] });
  return (
    <>
      <p className="problem" role="alert">
        {t.certificate.problem({ reason })}
      </p>
      <p className="hint">{t.certificate.next({ date: format.dateTime(certificate.next) })}</p>
      <div>
        <Button
          isChange
          icon={RefreshCw}
          isBusy={retry.isPending}
          onClick={() => retry.mutate({ body: { domain: certificate.domain } })}
        >
          {t.certificate.retry}
        </Button>
      </div>
      {retry.isSuccess && <p role="status">{t.certificate.retried}</p>}
      {retry.error && (
        <p className="problem" role="alert">
          {describeError(retry.error)}
        </p>
      )}
    </>
  );
}

/** The certificate of a domain; nothing if the server does not obtain certificates. */
export function CertificatePanel({ domain }: { domain: string }) {
  const t = useTexts('domains');
  const params = { domain: new URL(domain).hostname };
  const { data } = useApi('GET /api/certificate/:domain', { params });
  const certificate = data?.data;
  // Shares its response with the request above, and repeats it until the certificate is there.
  const isWaiting = data?.https === 'auto' && certificate?.state !== 'valid';
  useApi('GET /api/certificate/:domain', { params }, { isEnabled: isWaiting, pollMs: POLL_MS });
  if (!certificate) return null;
  return (
    <section className="stack">
      <h3>{t.certificate.title}</h3>
      <p className="line wraps" role="status">
        <Badge tone={TONES[certificate.state]}>{t.certificate.states[certificate.state]}</Badge>{' '}
        <StateText certificate={certificate} />
      </p>
      {certificate.problem !== null && <Problem certificate={certificate} reason={certificate.problem} />}
    </section>
  );
}
