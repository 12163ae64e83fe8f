import { useState } from 'react';
import type { AnswerOf } from '../lib/api.ts';
import { queryClient, useSend } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { CopyLine } from './copy-line.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

/** Shows the recovery codes, which cannot be read again. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const t = useTexts('second-factor');
  return (
    <div className="stack">
      <p>{t.recoveryText}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="line">
        <CopyButton text={codes.join('\n')} label={t.copyCodes} isFirst />
        <span className="quiet">{t.copyCodes}</span>
      </div>
      <Button kind="primary" onClick={onDone}>
        {t.recoverySaved}
      </Button>
    </div>
  );
}

/** Sets up an authenticator app in three steps: scan, confirm, save the recovery codes. */
export function SecondFactorSetup() {
  const t = useTexts('second-factor');
  const [started, setStarted] = useState<AnswerOf<'POST /api/account/totp'>>();
  const [codes, setCodes] = useState<string[]>();
  const start = useSend('POST /api/account/totp');
  const confirm = useSend('PUT /api/account/totp');
  const finish = () => void queryClient.invalidateQueries({ queryKey: ['GET /api/session'] });
  const form = useForm({
    initial: { code: '' },
    async send(body) {
      setCodes((await confirm.mutateAsync({ body })).recovery_codes);
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (!started) {
    return (
      <Button kind="primary" onClick={async () => setStarted(await start.mutateAsync({ body: {} }))}>
        {t.start}
      </Button>
    );
  }
  return (
    <div className="stack">
      <p>{t.scan}</p>
      <img className="setup-code" src={started.qr} alt={t.scanAlt} width={200} height={200} />
      <p className="hint">{t.typeSecret}</p>
      <CopyLine text={started.secret} />
      <Form form={form} submit={t.confirm}>
        <TextField {...form.field('code')} label={t.code} hint={t.codeHint} autoComplete="one-time-code" required />
      </Form>
    </div>
  );
}
