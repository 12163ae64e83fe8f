import { CopyButton } from './copy-button.tsx';

/** A text with a copy button beside it. */
export function CopyLine({ text, label, isFirst }: { text: string; label?: string; isFirst?: boolean }) {
  return (
    <span className="copy-line">
      <code>{text}</code>
      <CopyButton text={text} label={label} isFirst={isFirst} />
    </span>
  );
}
