import { RefreshCw } from 'lucide-react';
import type { AnswerOf } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DnsRecordRow } from './dns-panel.tsx';

type Domain = AnswerOf<'GET /api/domain/:id'>['details'];

/** A badge with the verification state. */
export function VerificationState({ verified, taken }: Pick<Domain, 'verified' | 'taken'>) {
  const t = useTexts('domains');
  if (verified) return <Badge tone="success">{t.verified}</Badge>;
  return taken ? <Badge tone="danger">{t.taken}</Badge> : <Badge tone="caution">{t.unverified}</Badge>;
}

/** What the state of a domain means for its owner. */
function StateText({ domain }: { domain: Domain }) {
  const t = useTexts('domains');
  if (domain.verified) return domain.verified_by === 'txt' ? t.verifiedText : t.byAddressText;
  return domain.taken ? `${t.takenText} ${t.takenHelp}` : t.unverifiedText;
}

/** The verification state and its consequences. */
export function VerificationNote({ domain }: { domain: Domain }) {
  return (
    <p className="line wraps" role="status">
      <VerificationState verified={domain.verified} taken={domain.taken} /> <StateText domain={domain} />
    </p>
  );
}

/** The TXT record that verifies a domain, and a button that checks it and the DNS records. */
export function ProofPanel({ domain }: { domain: Domain }) {
  const t = useTexts('domains');
  const verify = useSend('POST /api/domain/:id/verify', { refreshes: ['GET /api/domains', 'GET /api/domain/:id'] });
  const { error } = verify;
  const isNothingFound = error instanceof ApiError && error.code === 'domain_not_verified';
  if (domain.verified_by === 'txt') return null;
  return (
    <section className="stack">
      <div>
        <h3>{t.proof}</h3>
        <p className="hint">{t.proofHint}</p>
      </div>
      <DnsRecordRow type="TXT" name={domain.proof.name} value={domain.proof.value} />
      <div>
        <Button
          icon={RefreshCw}
          isBusy={verify.isPending}
          onClick={() => verify.mutate({ params: { id: domain.id } })}
          isChange
        >
          {t.check}
        </Button>
      </div>
      {verify.isSuccess && <p role="status">{t.checkedVerified}</p>}
      {error && (
        <p className="problem" role="alert">
          {isNothingFound ? t.checkedNothing : describeError(error)}
        </p>
      )}
    </section>
  );
}
