import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-words.ts';
import { useTexts } from '../../lib/texts.ts';
import type { Preview } from '../../lib/use-preview.ts';
import type { DataField } from './qr-form.ts';

type Tone = 'good' | 'caution' | 'bad' | 'quiet';

const ICONS: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  caution: TriangleAlert,
  bad: CircleAlert,
  quiet: CircleDashed,
};

// An error in one of these fields makes the code unreadable; any other error prevents drawing it.
const LOOKS = ['foreground', 'background', 'gradient', 'logo', 'margin'];

function Verdict({ tone, title, children }: { tone: Tone; title: string; children?: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className={`qr-verdict is-${tone}`}>
      <Icon size={16} aria-hidden />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </div>
  );
}

function Refused({ error }: { error: Error }) {
  const t = useTexts('qr');
  const fields = Object.entries(error instanceof ApiError ? error.fields : {});
  if (fields.length === 0) {
    return (
      <Verdict tone="caution" title={t.noPreview}>
        <p>{describeError(error)}</p>
      </Verdict>
    );
  }
  const isUnreadable = fields.some(([field]) => LOOKS.includes(field.split('.')[0] ?? ''));
  return (
    <Verdict tone={isUnreadable ? 'bad' : 'quiet'} title={isUnreadable ? t.unreadable : t.noPreview}>
      {fields.map(([field, message]) => {
        const part = t.fields[field.replace('data.', '') as Exclude<DataField, 'value'>];
        return <p key={field}>{field.startsWith('data.') && part ? `${part}: ${message}` : message}</p>;
      })}
    </Verdict>
  );
}

/** Says whether scanners can read the current code, and what to change if not. */
export function ReadabilityNote({
  preview,
  isExample,
}: {
  preview: Preview<'POST /api/qr/preview'>;
  isExample: boolean;
}) {
  const t = useTexts('qr');
  const { answer, error } = preview;
  const warnings = answer?.warnings ?? [];
  return (
    <div className="qr-words" role="status">
      {error && <Refused error={error} />}
      {!error && warnings.length > 0 && (
        <Verdict tone="caution" title={t.hardToScan}>
          {warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Verdict>
      )}
      {!error && answer && warnings.length === 0 && <Verdict tone="good" title={t.scansWell} />}
      {isExample && <p className="hint">{t.exampleContent}</p>}
    </div>
  );
}
