import { ChartNoAxesColumn, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/copy.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';

interface Props {
  id: number;
  shorturl: string;
  title: string;
  onAgain(): void;
}

/** The new short URL, which is copied immediately, and what to do with it. */
export function ShortenedLink({ id, shorturl, title, onAgain }: Props) {
  const t = useTexts('share-page');
  const [isCopied, setCopied] = useState<boolean>();
  useEffect(() => {
    copyText(shorturl).then(setCopied);
  }, [shorturl]);

  async function share(): Promise<void> {
    try {
      await navigator.share({ url: shorturl, ...(title !== '' && { title }) });
    } catch (error) {
      // The user closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast(t.shareFailed);
    }
  }

  return (
    <>
      <p role="status">{isCopied === undefined ? '' : isCopied ? t.copied : t.created}</p>
      <CopyLine text={shorturl} label={t.copy} />
      <p className="share-buttons">
        {'share' in navigator && (
          <Button kind="primary" icon={Share2} onClick={share}>
            {t.share}
          </Button>
        )}
        <ButtonLink to={`/links/${id}`} icon={ChartNoAxesColumn}>
          {t.open}
        </ButtonLink>
        <Button kind="quiet" onClick={onAgain}>
          {t.again}
        </Button>
      </p>
    </>
  );
}
