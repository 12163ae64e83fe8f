import { CopyButton } from './copy-button.tsx';

/** A text that is there to be copied, with the button beside it. */
export function CopyLine({ text, label }: { text: string; label?: string }) {
  return (
    <span className="copy-line">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
