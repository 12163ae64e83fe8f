import { useTexts } from '../lib/texts.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

function nameKey(key: string): string {
  return key.replace('mod+', isMac ? '⌘' : 'Ctrl ').replace(/[a-z]$/, (letter) => letter.toUpperCase());
}

/** The keys of a shortcut: `g l`, `mod+k`. */
export function Keys({ keys }: { keys: string }) {
  const t = useTexts('ui');
  return (
    <span className="keys">
      {keys.split(' ').map((key, index) => (
        <span key={key}>
          {index > 0 && <span className="unseen"> {t.keyThen} </span>}
          <kbd>{nameKey(key)}</kbd>
        </span>
      ))}
    </span>
  );
}
