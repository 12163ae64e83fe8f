import { RotateCcw } from 'lucide-react';
import { type AnswerOf, send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { refresh, useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';

type Certificate = AnswerOf<'GET /api/certificates'>['data'][number];

const tones = { pending: 'plain', valid: 'success', failing: 'caution', expired: 'danger' } as const;

function Row({ certificate }: { certificate: Certificate }) {
  const t = useTexts('server');
  const { domain, state, expires, problem, failures } = certificate;

  async function retry(): Promise<void> {
    try {
      await send('POST /api/certificate/retry', { body: { domain } });
      showToast(t.certificateRequested);
      await refresh('GET /api/certificates');
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  return (
    <li>
      <b className="cut">{domain}</b>
      <span className="server-sentence">
        {problem ?? (expires === null ? t.certificatePending : <ExpiresOn date={expires} />)}
      </span>
      <span className="line">
        <Badge tone={tones[state]}>{t.certificateStates[state]}</Badge>
        {failures > 0 && <IconButton label={t.retryCertificate} icon={RotateCcw} onClick={() => void retry()} />}
      </span>
    </li>
  );
}

function ExpiresOn({ date }: { date: string }) {
  const t = useTexts('server');
  return (
    <>
      {t.certificateExpires} <Time value={date} />
    </>
  );
}

/** Lists the certificates of HTTPS=auto. */
export function Certificates() {
  const t = useTexts('server');
  const { data } = useApi('GET /api/certificates');
  if (!data) return null;
  return (
    <section className="server-section">
      <div className="part-head">
        <div className="grow">
          <h2>{t.certificates}</h2>
          <p className="hint">{t.certificatesHints[data.https]}</p>
        </div>
      </div>
      {data.data.length > 0 && (
        <ul className="card server-checks">
          {data.data.map((certificate) => (
            <Row key={certificate.domain} certificate={certificate} />
          ))}
        </ul>
      )}
    </section>
  );
}
