import { CornerDownLeft, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import { copyText } from '../../lib/copy.ts';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { completeUrl } from '../../lib/urls.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { linkTexts } from './links.texts.ts';
import { withoutScheme } from './short-name.ts';

/** One field: paste, press Enter, and the short URL is copied. */
export function QuickCreate({ onEdit }: { onEdit(id: string): void }) {
  const t = useTexts(linkTexts);
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = useSend('POST /api/url/add', { refreshes: ['GET /api/urls'] });
  useAction({ id: 'add-with', name: t.newWith, run: () => onEdit('new') });
  useAction({ id: 'add', name: t.new, keys: 'c', run: () => input.current?.focus() });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (url.trim() === '' || create.isPending) return;
    try {
      const { id, shorturl } = await create.mutateAsync({ body: { url: completeUrl(url) } });
      setUrl('');
      const short = withoutScheme(shorturl);
      const said = (await copyText(shorturl)) ? t.copied(short) : t.made(short);
      showToast(said, { action: { name: t.edit, run: () => onEdit(String(id)) }, lastsMs: 8_000 });
    } catch (error) {
      setProblem(describeError(error).replace(/^url: m/, 'M'));
    }
  }

  return (
    <form className="quick-create" onSubmit={submit} noValidate>
      <span className="input">
        <input
          ref={input}
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-label={t.paste}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'quick-create-problem' : undefined}
          placeholder={t.paste}
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            setProblem(undefined);
          }}
        />
        <IconButton label={t.newWith} icon={SlidersHorizontal} onClick={() => onEdit('new')} />
        <Button kind="primary" type="submit" icon={CornerDownLeft} isBusy={create.isPending}>
          {t.shorten}
        </Button>
      </span>
      {problem && (
        <p className="problem" id="quick-create-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
