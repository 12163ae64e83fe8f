import type { AnswerOf } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Time } from '../../ui/time.tsx';

type Domain = AnswerOf<'GET /api/domain/:id'>['details'];

const TONES = { pointing: 'success', elsewhere: 'danger', missing: 'caution', unknown: 'plain' } as const;

/** A badge that says whether a name points to this server. */
export function DnsStateNote({ state }: { state: Domain['dns'] }) {
  const t = useTexts('domains');
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>;
}

/** One DNS record to set, with copy buttons. */
export function DnsRecordRow({ type, name, value }: { type: string; name: string; value: string | null }) {
  const t = useTexts('domains');
  return (
    <dl className="domains-record">
      <dt>{t.recordType}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{t.recordName}</dt>
      <dd>
        <CopyLine text={name} label={t.copyName} />
      </dd>
      <dt>{t.recordValue}</dt>
      <dd>{value === null ? t.noValue : <CopyLine text={value} label={t.copyValue} />}</dd>
    </dl>
  );
}

/** Where a name points, and the records that point it to this server. */
export function DnsPanel({ domain }: { domain: Domain }) {
  const t = useTexts('domains');
  return (
    <div className="stack">
      <div>
        <p className="line wraps" role="status">
          <DnsStateNote state={domain.dns} /> {t.stateTexts[domain.dns]}
        </p>
        {domain.dns_checked && (
          <p className="hint">
            {t.checked} <Time value={domain.dns_checked} isRelative />
          </p>
        )}
      </div>
      <h3>{t.records}</h3>
      {domain.records.length === 0 && <p className="hint">{t.noRecords}</p>}
      {domain.records.map(({ type, name, value }) => (
        <DnsRecordRow key={type + value} type={type} name={name} value={value} />
      ))}
    </div>
  );
}
