import { CornerDownLeft, Signpost } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import { copyText } from '../../lib/copy.ts';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { completeUrl, withoutScheme } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { homeTexts } from './home.texts.ts';

/** An account without links begins here: paste, press Enter, copied, and on to where its first click will be seen. */
export function FirstLink() {
  const t = useTexts(homeTexts);
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = useSend('POST /api/url/add', { refreshes: ['GET /api/urls', 'GET /api/stats'] });
  useEffect(() => {
    // Wherever it is pasted; the field does not take the focus by itself, so that shortcuts work.
    function takePasted(event: ClipboardEvent): void {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.target instanceof HTMLInputElement || text === '') return;
      event.preventDefault();
      setUrl(text);
      setProblem(undefined);
      input.current?.focus();
    }
    document.addEventListener('paste', takePasted);
    return () => document.removeEventListener('paste', takePasted);
  }, []);
  useAction({ id: 'add', name: t.firstTitle, keys: 'c', run: () => input.current?.focus() });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (url.trim() === '' || create.isPending) return;
    try {
      const { id, shorturl } = await create.mutateAsync({ body: { url: completeUrl(url) } });
      const short = withoutScheme(shorturl);
      showToast((await copyText(shorturl)) ? t.copied(short) : t.made(short));
      navigate(`/links/${id}`);
    } catch (error) {
      setProblem(describeError(error).replace(/^url: m/, 'M'));
    }
  }

  return (
    <div className="empty home-first">
      <Signpost className="empty-icon" size={20} aria-hidden />
      <h2>{t.firstTitle}</h2>
      <p className="quiet">{t.firstText}</p>
      <form onSubmit={submit} noValidate>
        <span className="input">
          <input
            ref={input}
            type="url"
            inputMode="url"
            autoComplete="off"
            aria-label={t.paste}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'home-first-problem' : undefined}
            placeholder={t.paste}
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              setProblem(undefined);
            }}
          />
          <Button kind="primary" type="submit" icon={CornerDownLeft} isBusy={create.isPending}>
            {t.shorten}
          </Button>
        </span>
        {problem && (
          <p className="problem" id="home-first-problem" role="alert">
            {problem}
          </p>
        )}
      </form>
      <p className="hint">{t.firstExample}</p>
    </div>
  );
}
