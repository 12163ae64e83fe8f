import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy.ts';
import { useTexts } from '../lib/texts.ts';
import { IconButton } from './button.tsx';

const SHOWN_MS = 1_600;

interface Props {
  text: string;
  label?: string | undefined;
  /** Whether it gets the focus when its dialog opens. */
  isFirst?: boolean | undefined;
}

/** Copies a text and confirms it briefly. */
export function CopyButton({ text, label, isFirst }: Props) {
  const t = useTexts('ui');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <IconButton
        data-autofocus={isFirst || undefined}
        label={label ?? t.copy}
        icon={isCopied ? Check : Copy}
        className={isCopied ? 'is-done' : ''}
        onClick={async () => setCopied(await copyText(text))}
      />
      <span className="unseen" role="status">
        {isCopied ? t.copied : ''}
      </span>
    </>
  );
}
