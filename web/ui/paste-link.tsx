import { CornerDownLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAction } from '../lib/actions.ts';
import { ApiError } from '../lib/api-error.ts';
import { copyText } from '../lib/copy.ts';
import { describeError } from '../lib/error-words.ts';
import { useSend } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import { completeUrl, withoutScheme } from '../lib/urls.ts';
import { useCanChange } from '../lib/workspaces.ts';
import { Button } from './button.tsx';

interface Props {
  /** The name of the action that focuses the field, by `c`. */
  action: string;
  /** Receives the created link and a message about it. */
  onMade(link: { id: number; message: string }): void;
  /** The text in the field. */
  url: string;
  onUrl(url: string): void;
  /** Whether it handles a paste anywhere on the screen. */
  takesAnyPaste?: boolean;
  className?: string;
  /** More buttons inside the field. */
  children?: ReactNode;
}

/** One field: paste, press Enter, and the short URL is copied; absent for users who may not create links. */
export function PasteLink(props: Props) {
  return useCanChange() && <PasteForm {...props} />;
}

function PasteForm({ action, onMade, url, onUrl, takesAnyPaste = false, className, children }: Props) {
  const t = useTexts('paste-link');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  const [problem, setProblem] = useState<string>();
  const create = useSend('POST /api/url/add', { refreshes: ['GET /api/urls', 'GET /api/stats'] });
  useAction({ id: 'add', name: action, keys: 'c', isChange: true, run: () => input.current?.focus() });

  function change(text: string): void {
    onUrl(text);
    setProblem(undefined);
  }

  useEffect(() => {
    if (!takesAnyPaste) return;
    // The field does not take the focus automatically, so that shortcuts work.
    function onPaste(event: ClipboardEvent): void {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.target instanceof HTMLInputElement || text === '') return;
      event.preventDefault();
      onUrl(text);
      setProblem(undefined);
      input.current?.focus();
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [takesAnyPaste, onUrl]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The request's state renders too late to block a second press right after the first.
    if (url.trim() === '' || isSending.current) return;
    isSending.current = true;
    try {
      const made = await create.mutateAsync({ body: { url: completeUrl(url) } });
      change('');
      const short = withoutScheme(made.shorturl);
      onMade({ id: made.id, message: (await copyText(made.shorturl)) ? t.copied({ short }) : t.created({ short }) });
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields.url) || describeError(error));
    } finally {
      isSending.current = false;
    }
  }

  return (
    <form className={className} onSubmit={submit} noValidate>
      <span className="input">
        <input
          ref={input}
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-label={t.paste}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          placeholder={t.paste}
          value={url}
          onChange={(event) => change(event.target.value)}
        />
        {children}
        <Button kind="primary" type="submit" icon={CornerDownLeft} isBusy={create.isPending}>
          {t.shorten}
        </Button>
      </span>
      {problem && (
        <p className="problem" id={id} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
