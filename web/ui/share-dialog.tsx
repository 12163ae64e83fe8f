import { RefreshCw, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../lib/actions.ts';
import { fieldsError } from '../lib/api-error.ts';
import { describeError } from '../lib/error-words.ts';
import { fromLocalInput, toLocalInput } from '../lib/format.ts';
import { useApi, useSend } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import { showToast } from '../lib/toasts.ts';
import { useForm } from '../lib/use-form.ts';
import { Button, IconButton } from './button.tsx';
import { CopyLine } from './copy-line.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { PasswordField, SwitchField, TextField } from './field.tsx';
import { Form } from './form.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface Props {
  /** What is shared, as it is called in the paths of the API. */
  noun: 'url' | 'campaign';
  id: string;
}

interface Values {
  hasPassword: boolean;
  /** '' keeps the current password. */
  password: string;
  expiry: string;
}

const OPEN: Values = { hasPassword: false, password: '', expiry: '' };

/** The endpoint of either noun; both have the same input and response. */
function endpointOf<Method extends string>(method: Method, noun: Props['noun']) {
  return `${method} /api/${noun}/:id/share` as `${Method} /api/url/:id/share`;
}

/** Shares statistics by a secret URL, with a password and an end if wanted, and stops sharing. */
export function ShareDialog({ noun, id, onClose }: Props & { onClose(): void }) {
  const t = useTexts('sharing');
  const reads = endpointOf('GET', noun);
  const { data, error, refetch } = useApi(reads, { params: { id } });
  const make = useSend(endpointOf('POST', noun), { refreshes: [reads] });
  const update = useSend(endpointOf('PUT', noun), { refreshes: [reads], isOptimistic: true });
  const end = useSend(endpointOf('DELETE', noun), { refreshes: [reads] });
  const share = data?.data;
  const form = useForm<Values>({
    initial: share ? { hasPassword: share.password, password: '', expiry: toLocalInput(share.expiry) } : OPEN,
    async send(values, saved) {
      const { hasPassword, password, expiry } = values;
      if (hasPassword && password === '' && !saved.hasPassword) throw fieldsError({ password: t.passwordMissing });
      const body = {
        ...(hasPassword ? password !== '' && { password } : { password: null }),
        ...(expiry !== saved.expiry && { expiry: fromLocalInput(expiry) }),
      };
      await update.mutateAsync({ params: { id }, body });
      form.set({ password: '' });
      showToast(t.saved);
    },
  });
  const failed = make.error ?? end.error;
  const isBusy = make.isPending || end.isPending;

  function create(said: string): void {
    if (!isBusy) make.mutate({ params: { id }, body: {} }, { onSuccess: () => void showToast(said) });
  }

  function stop(): void {
    if (isBusy) return;
    form.set(OPEN);
    end.mutate({ params: { id } }, { onSuccess: () => void showToast(t.turnedOff) });
  }

  return (
    <Dialog title={t.share} onClose={onClose} isChanged={form.isChanged}>
      {!share && (error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />)}
      {share && (
        <div className="stack">
          <SwitchField
            name="shared"
            label={t.isShared}
            hint={noun === 'url' ? t.hint : t.campaignHint}
            error={failed ? describeError(failed) : undefined}
            value={end.isPending ? false : make.isPending || share.shared}
            onChange={(isOn) => (isOn ? create(t.turnedOn) : stop())}
          />
          {share.url && (
            <>
              <CopyLine text={share.url} label={t.copy} />
              <Form form={form} submit={t.save}>
                <SwitchField {...form.field('hasPassword')} label={t.passwordProtection} />
                {form.values.hasPassword && (
                  <PasswordField
                    {...form.field('password')}
                    label={t.password}
                    hint={share.password && t.passwordKept}
                    autoComplete="off"
                  />
                )}
                <TextField {...form.field('expiry')} label={t.expiry} hint={t.expiryHint} type="datetime-local" />
              </Form>
              <div className="stack share-again">
                <Button icon={RefreshCw} isBusy={isBusy} onClick={() => create(t.replaced)}>
                  {t.replace}
                </Button>
                <p className="hint">{t.replaceHint}</p>
              </div>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** The button that opens the dialog; it shows whether the statistics are shared. */
export function ShareButton({ noun, id }: Props) {
  const t = useTexts('sharing');
  const [isOpen, setOpen] = useState(false);
  const isShared = useApi(endpointOf('GET', noun), { params: { id } }).data?.data.shared;
  useAction({ id: 'share', name: t.share, isChange: true, run: () => setOpen(true) });
  return (
    <>
      <IconButton
        isChange
        label={isShared ? t.shared : t.share}
        icon={Share2}
        className={isShared ? 'share-on' : ''}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ShareDialog noun={noun} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
