import { Download } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { Menu } from '../../ui/menu.tsx';
import { qrTexts } from './qr.texts.ts';
import { pictureOf } from './saved-codes.ts';

const KINDS = ['svg', 'png', 'pdf'] as const;

interface Code {
  id: number;
  link: string;
  name: string;
}

function fileName({ name }: Code, kind: string): string {
  return `${name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'qr-code'}.${kind}`;
}

/** The three kinds of file, each a button. */
export function Downloads({ code }: { code: Code }) {
  const t = useTexts(qrTexts);
  return (
    <fieldset className="qr-downloads">
      <legend className="unseen">{t.download}</legend>
      {KINDS.map((kind) => (
        <a
          key={kind}
          className="button plain"
          href={pictureOf(code, `.${kind}`)}
          download={fileName(code, kind)}
          aria-label={`${t.download}: ${kind.toUpperCase()}`}
        >
          <Download size={16} aria-hidden />
          {kind.toUpperCase()}
        </a>
      ))}
    </fieldset>
  );
}

/** The same in the space of one small button. */
export function DownloadMenu({ code }: { code: Code }) {
  const t = useTexts(qrTexts);
  function save(kind: string): void {
    const link = document.createElement('a');
    link.href = pictureOf(code, `.${kind}`);
    link.download = fileName(code, kind);
    link.click();
  }
  const items = KINDS.map((kind) => ({ name: kind.toUpperCase(), icon: Download, run: () => save(kind) }));
  return (
    <Menu label={t.download} items={items}>
      <Download size={16} aria-hidden />
      <span className="unseen">{t.download}</span>
    </Menu>
  );
}
